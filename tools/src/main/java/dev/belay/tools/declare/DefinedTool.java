package dev.belay.tools.declare;

import dev.belay.tools.bind.ReaderFactory;

/** A tool made by {@link ToolBuilder}, to be added to {@link ToolsBuilder}. */
public final class DefinedTool {
  private final ToolBuilder builder;
  private final ToolBody body;

  DefinedTool(ToolBuilder builder, ToolBody body) {
    this.builder = builder;
    this.body = body;
  }

  Draft draft(ReaderFactory readers, Problems problems) {
    return builder.draft(body, readers, problems);
  }
}

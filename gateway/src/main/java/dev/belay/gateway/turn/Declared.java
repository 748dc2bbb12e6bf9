package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.tools.declare.Hints;
import org.jspecify.annotations.Nullable;

/** What a tool declares of what it does to the world (MCP §ToolAnnotations). */
enum Declared {
  /** Nothing. */
  NOTHING,
  /** That it may destroy. */
  DESTROYS,
  /** That it destroys nothing, though it may change something. */
  SPARES,
  /** That it only reads. */
  READS;

  /** {@return what these say, as a list has them} */
  static Declared of(@Nullable JsonObject annotations) {
    if (annotations == null) {
      return NOTHING;
    }
    if (annotations.isTrue("destructiveHint")) {
      return DESTROYS;
    }
    if (annotations.isTrue("readOnlyHint")) {
      return READS;
    }
    return annotations.has("destructiveHint") ? SPARES : NOTHING;
  }

  /** {@return what the author of a tool of this program says} */
  static Declared of(Hints hints) {
    if (hints.destructive()) {
      return DESTROYS;
    }
    return hints.readOnly() ? READS : NOTHING;
  }
}

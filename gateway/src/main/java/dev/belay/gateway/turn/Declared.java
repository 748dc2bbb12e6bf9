package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.tools.declare.Hints;
import org.jspecify.annotations.Nullable;

/** A tool's declaration of its effects (MCP §ToolAnnotations). */
enum Declared {
  /** Nothing. */
  NOTHING,
  /** That it may destroy. */
  DESTROYS,
  /** That it destroys nothing, though it may change something. */
  SPARES,
  /** That it only reads. */
  READS;

  /** {@return the declaration in the annotations of a listed tool} */
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

  /** {@return the declaration of a native tool's author} */
  static Declared of(Hints hints) {
    if (hints.destructive()) {
      return DESTROYS;
    }
    return hints.readOnly() ? READS : NOTHING;
  }
}

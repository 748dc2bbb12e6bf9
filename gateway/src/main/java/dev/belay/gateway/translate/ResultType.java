package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;

/** What a modern server's result is (MCP 2026-07-28 §results). */
public enum ResultType {
  /** The answer; also what a result is that does not say, as the legacy era's never do. */
  COMPLETE,
  /** Questions to the client, who is to ask again with the answers. */
  INPUT_REQUIRED,
  /** A task that goes on, of the tasks extension. */
  TASK,
  /** A kind that Belay does not know and must not pass as an answer. */
  UNKNOWN;

  static final String KEY = "resultType";

  /** {@return the kind of a result that is known to be JSON} */
  public static ResultType of(byte[] result) {
    var object = JsonObject.of(result);
    if (object == null || !object.has(KEY)) {
      return COMPLETE;
    }
    var type = object.text(KEY);
    return switch (type == null ? "" : type) {
      case "complete" -> COMPLETE;
      case "input_required" -> INPUT_REQUIRED;
      case "task" -> TASK;
      default -> UNKNOWN;
    };
  }

  /** {@return the name on the wire; a kind that is not known has none} */
  String wire() {
    return switch (this) {
      case COMPLETE -> "complete";
      case INPUT_REQUIRED -> "input_required";
      case TASK -> "task";
      case UNKNOWN -> throw new IllegalStateException("an unknown kind of result has no name");
    };
  }
}

package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;

/** The type of a modern server's result (MCP 2026-07-28 §results). */
public enum ResultType {
  /** The answer; also the type of a result without one, as in the legacy era. */
  COMPLETE,
  /** Questions to the client, which repeats the request with the answers. */
  INPUT_REQUIRED,
  /** A task that goes on, of the tasks extension. */
  TASK,
  /** A type unknown to Belay, which must not be passed as an answer. */
  UNKNOWN;

  static final String KEY = "resultType";

  /** {@return the type of a result that is known to be JSON} */
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

  /** {@return the name on the wire; an unknown type has none} */
  String wire() {
    return switch (this) {
      case COMPLETE -> "complete";
      case INPUT_REQUIRED -> "input_required";
      case TASK -> "task";
      case UNKNOWN -> throw new IllegalStateException("an unknown kind of result has no name");
    };
  }
}

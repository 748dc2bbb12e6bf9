package dev.belay.agent.history;

import java.io.Serial;

/** Thrown for JSON that is not a conversation in the expected shape. */
public final class ShapeException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param where the place in the JSON, such as {@code [3].content[0]}
   */
  ShapeException(String where, String what) {
    super(where + " " + what);
  }
}

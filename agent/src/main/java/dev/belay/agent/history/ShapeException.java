package dev.belay.agent.history;

import java.io.Serial;

/** A JSON text is not a conversation in the shape that it should have. */
public final class ShapeException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param where the place in the text, such as {@code [3].content[0]}
   */
  ShapeException(String where, String what) {
    super(where + " " + what);
  }
}

package dev.belay.mcp.server;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Thrown by a handler that needs input of its client (MCP 2026-07-28 §mrtr).
 *
 * <p>A modern client gets the questions as the result, and the handler runs again when it comes
 * back with the answers. A legacy client is asked by real requests, and then the handler runs again
 * as if it had come back: a handler sees no difference.
 */
public final class InputRequired extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient List<Question> questions;
  private final @Nullable String state;

  /**
   * Asks {@code questions}, without a state.
   *
   * @throws IllegalArgumentException if there are none
   */
  public InputRequired(List<Question> questions) {
    this(questions, null);
  }

  /**
   * Asks {@code questions}, possibly none, and gives the client {@code state} to bring back.
   *
   * @param state from {@link Exchange#seal}, or sealed by the handler itself: the client can change
   *     it at will
   */
  public InputRequired(List<Question> questions, @Nullable String state) {
    super("the client's input is required", null, false, false);
    if (questions.isEmpty() && state == null) {
      throw new IllegalArgumentException("neither questions nor a state");
    }
    this.questions = List.copyOf(questions);
    this.state = state;
  }

  List<Question> questions() {
    return questions;
  }

  @Nullable String state() {
    return state;
  }
}

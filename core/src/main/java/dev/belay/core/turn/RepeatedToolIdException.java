package dev.belay.core.turn;

/**
 * Thrown if two calls of one batch have the same id, so that their results could not be told apart.
 */
public final class RepeatedToolIdException extends Exception {
  private static final long serialVersionUID = 1L;

  RepeatedToolIdException(String id) {
    super(
        "Two calls have the id \"" + id + "\": give each its own, so that results have one place.");
  }
}

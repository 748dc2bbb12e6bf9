package dev.belay.core.turn;

/**
 * Thrown if a turn may not begin because its principal has too many under way. The message is a
 * sentence for the requester.
 */
public final class TooManyTurnsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TooManyTurnsException() {
    super(
        "too many turns of yours run already ("
            + TurnOptions.MOST_OF_ONE
            + "); abort some, or wait");
  }
}

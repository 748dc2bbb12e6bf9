package dev.belay.core.turn;

/** Thrown when a turn would wait for itself, or be nested too deeply. */
public final class CyclicTurnException extends Exception {
  private static final long serialVersionUID = 1L;

  CyclicTurnException(String message) {
    super(message);
  }
}

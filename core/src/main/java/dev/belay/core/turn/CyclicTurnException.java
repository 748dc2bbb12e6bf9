package dev.belay.core.turn;

/** A turn may not begin, since it would wait for itself, or stand below too many others. */
public final class CyclicTurnException extends Exception {
  private static final long serialVersionUID = 1L;

  CyclicTurnException(String message) {
    super(message);
  }
}

package dev.belay.core.turn;

/** A turn was named that does not run: it has ended, or never was. */
public final class UnknownTurnException extends Exception {
  private static final long serialVersionUID = 1L;

  UnknownTurnException(TurnId turn) {
    super("Turn " + turn + " does not run: it has ended, or never was.");
  }
}

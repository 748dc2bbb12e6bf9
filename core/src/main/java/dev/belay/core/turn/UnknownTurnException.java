package dev.belay.core.turn;

/** Thrown for the id of a turn that does not run: it has ended, or never existed. */
public final class UnknownTurnException extends Exception {
  private static final long serialVersionUID = 1L;

  UnknownTurnException(TurnId turn) {
    super("Turn " + turn + " does not run: it has ended, or never was.");
  }
}

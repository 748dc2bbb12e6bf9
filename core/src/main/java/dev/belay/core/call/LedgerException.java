package dev.belay.core.call;

/** Thrown by a ledger that could not make its record. */
public final class LedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception with a message that states the fault. */
  public LedgerException(String message) {
    super(message);
  }
}

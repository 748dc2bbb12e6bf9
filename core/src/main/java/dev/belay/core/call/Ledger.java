package dev.belay.core.call;

/**
 * The durable record that a call waits for, unlike the journal: no entry is ever dropped.
 *
 * <p>Called on the call's own thread or on one that serves its end; blocking is allowed.
 */
public interface Ledger {
  /** A ledger that records nothing. */
  Ledger NONE = new Ledger() {};

  /** Records the acceptance of a call. If this fails the call fails, and never runs. */
  default void accepted(Call call) throws LedgerException {}

  /** Records the outcome of a call. If this fails the call has failed, whatever its work did. */
  default void settled(Call call, Outcome outcome) throws LedgerException {}
}

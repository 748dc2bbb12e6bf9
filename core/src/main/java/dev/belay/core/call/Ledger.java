package dev.belay.core.call;

/**
 * The record that a call waits for, unlike the journal: for whoever must not lose one.
 *
 * <p>Called on the call's own thread or on one that serves its end; blocking is allowed.
 */
public interface Ledger {
  /** The ledger of those who keep none. */
  Ledger NONE = new Ledger() {};

  /** Records that the call exists. Where this fails the call fails, and never runs. */
  default void accepted(Call call) throws LedgerException {}

  /** Records how the call ended. Where this fails the call has failed, whatever it had done. */
  default void settled(Call call, Outcome outcome) throws LedgerException {}
}

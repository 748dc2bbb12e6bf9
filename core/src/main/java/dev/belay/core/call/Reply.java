package dev.belay.core.call;

/**
 * What a waiter gets for a call. A call that outlives its request, or that has a question, will
 * have answers of their own beside the final one.
 */
public sealed interface Reply {
  /** The call has ended. */
  record Final(Outcome outcome) implements Reply {}
}

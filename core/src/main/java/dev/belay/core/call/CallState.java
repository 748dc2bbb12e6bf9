package dev.belay.core.call;

/** Where a call is on its way. */
public sealed interface CallState {
  /** It exists, and has not come to its first gate. */
  enum Accepted implements CallState {
    /** The only value. */
    ACCEPTED
  }

  /** It waits at a gate. */
  record Waiting(String gate) implements CallState {}

  /** It runs, and its limits count. */
  enum Running implements CallState {
    /** The only value. */
    RUNNING
  }

  /** It has ended: nothing changes any more. */
  record Settled(Outcome outcome) implements CallState {}
}

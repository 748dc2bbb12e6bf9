package dev.belay.core.call;

/** The state of a call. */
public sealed interface CallState {
  /** Accepted, and not yet at its first gate. */
  enum Accepted implements CallState {
    /** The only value. */
    ACCEPTED
  }

  /** Waiting at a gate. */
  record Waiting(String gate) implements CallState {}

  /** Running, with its limits counting. */
  enum Running implements CallState {
    /** The only value. */
    RUNNING
  }

  /** Ended; this never changes. */
  record Settled(Outcome outcome) implements CallState {}
}

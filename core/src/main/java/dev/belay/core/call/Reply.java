package dev.belay.core.call;

/** The one reply that a waiter gets for a call. */
public sealed interface Reply {
  /** The call has ended. */
  record Final(Outcome outcome) implements Reply {}

  /**
   * The call goes on as a job.
   *
   * @param told the answer for the waiter's client in place of the result
   */
  record Handle(Payload told) implements Reply {}
}

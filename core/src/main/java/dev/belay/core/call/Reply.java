package dev.belay.core.call;

/** What a waiter gets for a call, once. */
public sealed interface Reply {
  /** The call has ended. */
  record Final(Outcome outcome) implements Reply {}

  /**
   * The call goes on as a job.
   *
   * @param told what the waiter's client is told in place of the result
   */
  record Handle(Payload told) implements Reply {}
}

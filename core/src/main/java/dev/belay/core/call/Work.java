package dev.belay.core.call;

/** The work of a call: a tool, or a request to an upstream. */
@FunctionalInterface
public interface Work {
  /**
   * Runs the work on a thread that belongs to the call meanwhile, and is interrupted when the call
   * is stopped.
   *
   * @throws FailedException to fail with a kind; any other exception fails the call as the tool's
   *     own fault
   */
  Payload run(CallContext call) throws Exception;

  /**
   * {@return whether the work computes, even if it also waits: then it runs on one of a bounded
   * number of workers, and not on a virtual thread, whose carrier it would hold}
   */
  default boolean computes() {
    return false;
  }
}

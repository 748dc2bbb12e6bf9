package dev.belay.core.call;

/** What a call runs: a tool, or a request to an upstream. */
@FunctionalInterface
public interface Work {
  /**
   * Runs on a thread that is the call's own meanwhile, and is interrupted when the call is stopped.
   *
   * @throws FailedException to fail with a kind; any other exception fails the call as the tool's
   *     own mistake
   */
  Payload run(CallContext call) throws Exception;

  /**
   * {@return whether it computes, be it that it also waits: then it runs on one of so many workers,
   * and not on a virtual thread, whose carrier it would hold}
   */
  default boolean computes() {
    return false;
  }
}

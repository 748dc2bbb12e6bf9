package dev.belay.core.call;

/** What a call runs: a tool, or a request to an upstream. */
@FunctionalInterface
public interface Work {
  /**
   * Runs on the call's own virtual thread, which is interrupted when the call is stopped.
   *
   * @throws FailedException to fail with a kind; any other exception fails the call as the tool's
   *     own mistake
   */
  Payload run(CallContext call) throws Exception;
}

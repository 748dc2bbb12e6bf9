package dev.belay.gateway.call;

import dev.belay.core.call.Call;
import dev.belay.mcp.era.Era;

/** Makes jobs of calls whose clients will not wait for them. Safe for use by many threads. */
@FunctionalInterface
public interface Handoff {
  /** Leaves every call to those who wait for it. */
  Handoff NONE = (_, _, _) -> {};

  /**
   * The client that waits for a call.
   *
   * @param era the era of its request
   * @param hearsProgress whether it has asked for progress, and so gets signs of life
   * @param checksOutput whether it holds the result of this tool to a schema
   */
  record Waiting(Era era, boolean hearsProgress, boolean checksOutput) {}

  /**
   * A client waits for that call. Never blocks.
   *
   * @param call one that has a waiter, which takes a {@link dev.belay.core.call.Reply.Handle} for
   *     the result of the call
   */
  void begun(Call call, CallPolicy policy, Waiting client);
}

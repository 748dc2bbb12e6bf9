package dev.belay.gateway.relay;

import dev.belay.config.Rate;
import dev.belay.mcp.session.TooSoon;
import org.jspecify.annotations.Nullable;

/**
 * Refuses calls above their rate; consulted only for tools that have one.
 *
 * <p>Must not block; safe for use by many threads.
 */
@FunctionalInterface
public interface Pace {
  /** Every call may begin at once. */
  Pace NONE = (_, _, _, _) -> null;

  /**
   * Returns why a call may not begin yet; null if it may, and then the call is counted.
   *
   * @param principal the caller
   * @param server the server that has the tool
   * @param tool the server's own name of the tool
   */
  TooSoon.@Nullable Pause refusal(String principal, String server, String tool, Rate rate);
}

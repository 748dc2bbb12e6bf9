package dev.belay.gateway.relay;

import dev.belay.config.Rate;
import dev.belay.mcp.session.TooSoon;
import org.jspecify.annotations.Nullable;

/**
 * Turns down calls that come too soon after others; asked only about tools that have a rate.
 *
 * <p>Must not block; safe for use by many threads.
 */
@FunctionalInterface
public interface Pace {
  /** Every call may begin at once. */
  Pace NONE = (_, _, _, _) -> null;

  /**
   * Returns why a call may not begin yet; null if it may, and then it counts.
   *
   * @param principal the caller
   * @param server the server that has the tool
   * @param tool the server's own name of the tool
   */
  TooSoon.@Nullable Pause refusal(String principal, String server, String tool, Rate rate);
}

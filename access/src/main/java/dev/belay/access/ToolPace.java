package dev.belay.access;

import dev.belay.config.Rate;
import dev.belay.core.call.Seconds;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.session.TooSoon;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rate of calls by principal, server and tool, across all doors: {@code tools.GLOB.rate_limit}.
 *
 * <p>Safe for use by many threads.
 */
public final class ToolPace {
  private static final int LONGEST_NAME = 128;

  private final Refusals refusals;
  private final Time time;

  /** Created once a tool has a rate: most gateways never load the library for buckets. */
  private final AtomicReference<@Nullable Buckets<Use>> uses = new AtomicReference<>();

  /**
   * Creates rates without counts.
   *
   * @param refusals receives calls refused for the rate
   */
  public ToolPace(Refusals refusals, Time time) {
    this.refusals = refusals;
    this.time = time;
  }

  private record Use(String principal, String server, String tool) {}

  /**
   * Returns why a call may not begin yet; null if it may, and then it is counted.
   *
   * @param tool the server's own name of the tool
   */
  public TooSoon.@Nullable Pause refusal(String principal, String server, String tool, Rate rate) {
    if (rate.isNone()) {
      return null;
    }
    var wait = uses().take(new Use(principal, server, tool), rate);
    if (wait.isZero()) {
      return null;
    }
    var why = why(tool, wait);
    refusals.refused("rate", principal, why);
    return new TooSoon.Pause(why, wait);
  }

  private Buckets<Use> uses() {
    var known = uses.get();
    if (known != null) {
      return known;
    }
    var made = new Buckets<Use>(time);
    var other = uses.compareAndExchange(null, made);
    return other == null ? made : other;
  }

  private static String why(String tool, Duration wait) {
    var shown = tool.length() > LONGEST_NAME ? tool.substring(0, LONGEST_NAME) : tool;
    return "The tool "
        + JsonString.quote(shown)
        + " is called too often. Call it again in "
        + Seconds.text(Duration.ofMillis(wait.plusMillis(99).toMillis() / 100 * 100))
        + "s.";
  }
}

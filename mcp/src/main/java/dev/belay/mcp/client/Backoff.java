package dev.belay.mcp.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How long to wait before a stream is fetched again, and how often. For one thread. */
final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofSeconds(30);

  /** The connection is refused: a server that starts anew has forgotten the stream. */
  private static final int REFUSALS = 2;

  private static final Duration HOPE = Duration.ofSeconds(3);

  private final int tries;
  private int inVain;
  private int refusals;
  private Duration waited = Duration.ZERO;

  /** Begins; {@code tries} is how often in a row nothing may come of it. */
  Backoff(int tries) {
    this.tries = tries;
  }

  /**
   * Returns the next delay: what the server wants, longer each time that nothing came.
   *
   * @return null once it was in vain too often
   */
  @Nullable Duration next(boolean cameToSomething, @Nullable Duration wanted) {
    inVain = cameToSomething ? 0 : inVain + 1;
    if (inVain > tries) {
      return null;
    }
    var base = wanted == null ? FIRST : wanted;
    var longer = base.multipliedBy(1L << Math.min(5, Math.max(0, inVain - 1)));
    // Never sooner than the server wants, however long that is.
    var delay = longer.compareTo(MOST) <= 0 ? longer : base.compareTo(MOST) > 0 ? base : MOST;
    waited = waited.plus(delay);
    return delay;
  }

  /** Notes that a connection was refused; true if it has been often and for long enough. */
  boolean isRefusedForGood() {
    refusals++;
    return isHopeless();
  }

  /** {@return whether connections have been refused for a while} */
  boolean isHopeless() {
    return refusals >= REFUSALS && waited.compareTo(HOPE) >= 0;
  }

  /** Notes that a connection was accepted. */
  void wasLetIn() {
    refusals = 0;
    waited = Duration.ZERO;
  }
}

package dev.belay.mcp.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Delays and number of attempts for fetching a stream again. For one thread. */
final class Backoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofSeconds(30);

  /** Number of refused connections: a server that restarts has forgotten the stream. */
  private static final int REFUSALS = 2;

  private static final Duration HOPE = Duration.ofSeconds(3);

  private final int tries;
  private int inVain;
  private int refusals;
  private Duration waited = Duration.ZERO;

  /** Creates a backoff that allows {@code tries} fruitless attempts in a row. */
  Backoff(int tries) {
    this.tries = tries;
  }

  /**
   * Returns the next delay: the one the server wants, longer after each fruitless attempt.
   *
   * @return null after too many of them
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

  /** Records a refused connection; true if connections have been refused often and long enough. */
  boolean isRefusedForGood() {
    refusals++;
    return isHopeless();
  }

  /** {@return whether connections have been refused for a while} */
  boolean isHopeless() {
    return refusals >= REFUSALS && waited.compareTo(HOPE) >= 0;
  }

  /** Records an accepted connection. */
  void wasLetIn() {
    refusals = 0;
    waited = Duration.ZERO;
  }
}

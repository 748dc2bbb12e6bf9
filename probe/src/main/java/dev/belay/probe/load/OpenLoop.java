package dev.belay.probe.load;

import dev.belay.probe.load.Tally.Recording;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.function.IntConsumer;

/**
 * Load that comes at a fixed rate, whether or not earlier requests have their answers, as it does
 * from many clients that do not know of each other.
 *
 * <p>Every latency counts from the moment at which the request was meant to begin. A server that
 * stalls, or a bound that holds requests back, thus shows in the figures of all that had to wait,
 * and is not left out because nobody asked meanwhile (coordinated omission).
 */
public final class OpenLoop {
  private static final double NANOS = 1e9;

  /** Longer pauses are cut short where a person interrupts. */
  private static final Duration LONG_PAUSE = Duration.ofMillis(250);

  private final Site site;
  private final int maxInFlight;

  /** Prepares load from there, with so many requests under way at most. */
  public OpenLoop(Site site, int maxInFlight) {
    this.site = site;
    this.maxInFlight = maxInFlight;
  }

  /**
   * Begins {@code rate} attempts a second until there were {@code total}, and blocks until the last
   * has ended.
   *
   * @param onCount hears how many have ended; called by many threads
   */
  public Measurement run(Attempt attempt, double rate, int total, IntConsumer onCount)
      throws InterruptedException {
    var tally = new Tally(new Recording.Counted(), 0, site, onCount);
    var room = new Semaphore(maxInFlight);
    long start = site.time().nanos();
    for (int i = 0; i < total; i++) {
      long due = start + (long) (i * NANOS / rate);
      pause(due);
      room.acquire();
      if (tally.stopped() != null) {
        room.release();
        break;
      }
      tally.begin();
      site.threads()
          .newThread(() -> {
            try {
              var fault = ClosedLoop.fault(attempt);
              tally.end(fault, site.time().nanos() - due);
            } finally {
              room.release();
            }
          })
          .start();
    }
    room.acquire(maxInFlight);
    return tally.sum(Duration.ofNanos(site.time().nanos() - start), total);
  }

  private void pause(long due) throws InterruptedException {
    var left = Duration.ofNanos(due - site.time().nanos());
    if (left.compareTo(LONG_PAUSE) > 0) {
      site.time().await(site.interrupted(), left);
    } else if (left.isPositive()) {
      site.time().sleep(left);
    }
  }
}

package dev.belay.cli.server;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Returns heap that large messages used to the system. The collector prefers growing the heap to a
 * full collection, and only a full collection shrinks it.
 *
 * <p>Checks every few seconds, and collects only if much was used since the last collection and
 * nothing large is in progress; under a load that never pauses, after a minute all the same, since
 * what is kept of each ended call for a while outlives the young generation.
 *
 * <p>Concurrency: the timer checks and another thread collects. No check runs during a collection,
 * so only one of the two uses the figures at a time.
 */
final class SpareHeap implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Growth since the last collection that is worth another one, in bytes. */
  private static final long MUCH = 48L << 20;

  /** Growth from which on a period is not quiet, in bytes. */
  private static final long LITTLE = 8L << 20;

  /** How many periods without a quiet one are no reason to wait any more. */
  private static final int MOST_BUSY = 6;

  private final LongSupplier used;
  private final Runnable collection;
  private final Executor threads;
  private final Time.Timer timer;
  private volatile boolean isCollecting;
  private long least;

  private long before;

  /** The number of periods since the last quiet one, or the last collection. */
  private int busy;

  /**
   * Starts checking.
   *
   * @param collection collects the heap; may block
   * @param threads runs the collection
   */
  SpareHeap(Time time, LongSupplier used, Runnable collection, Executor threads) {
    this.used = used;
    this.collection = collection;
    this.threads = threads;
    least = used.getAsLong();
    before = least;
    timer = time.every(PERIOD, this::look);
  }

  /** {@return one that watches the heap of this process} */
  static SpareHeap watched(Time time) {
    var runtime = Runtime.getRuntime();
    return new SpareHeap(
        time,
        () -> runtime.totalMemory() - runtime.freeMemory(),
        System::gc,
        task -> Thread.ofPlatform().name("belay-heap").daemon().start(task));
  }

  private void look() {
    if (isCollecting) {
      return;
    }
    long now = used.getAsLong();
    busy = now - before < LITTLE ? 0 : busy + 1;
    least = Math.min(least, now);
    before = now;
    if ((busy == 0 || busy >= MOST_BUSY) && now - least > MUCH) {
      isCollecting = true;
      try {
        threads.execute(this::collect);
      } catch (OutOfMemoryError _) {
        // No thread is available; the next check tries again.
        isCollecting = false;
      }
    }
  }

  private void collect() {
    try {
      collection.run();
      before = used.getAsLong();
      least = before;
      busy = 0;
    } finally {
      isCollecting = false;
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}

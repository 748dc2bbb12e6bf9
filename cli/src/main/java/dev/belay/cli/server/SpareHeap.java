package dev.belay.cli.server;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Returns spare heap to the system: what large messages used, and what ended calls left behind in
 * the old generation. The collector prefers growing the heap to a full collection, and only a full
 * collection shrinks it.
 *
 * <p>Checks every few seconds, and collects if much was used since the last collection: one takes
 * some 40 ms, more where more is in use, and then comes later.
 *
 * <p>Concurrency: the timer checks and another thread collects. No check runs during a collection,
 * so only one of the two uses {@code least} at a time.
 */
final class SpareHeap implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(5);

  /** Growth since the last collection that is worth another one, in bytes. */
  private static final long MUCH = 48L << 20;

  private final LongSupplier used;
  private final Runnable collection;
  private final Executor threads;
  private final Time.Timer timer;
  private volatile boolean isCollecting;

  /** What was in use after the last collection, or less. */
  private long least;

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
    least = Math.min(least, now);
    if (now - least > Math.max(MUCH, least / 2)) {
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
      least = used.getAsLong();
    } finally {
      isCollecting = false;
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}

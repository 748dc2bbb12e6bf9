package dev.belay.cli.server;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Gives heap that large messages used back to the system: the collector prefers growing the heap to
 * a whole collection, which alone makes it smaller.
 *
 * <p>Looks every few seconds, and collects only where much was used since the last collection and
 * nothing large is going on.
 *
 * <p>Concurrency: the timer looks, and a thread of its own collects; no look is taken meanwhile, so
 * the figures belong to one of the two.
 */
final class SpareHeap implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Growth since the last collection that is worth another one, in bytes. */
  private static final long MUCH = 48L << 20;

  /** Growth within a period from which on the period is not a quiet one, in bytes. */
  private static final long LITTLE = 8L << 20;

  private final LongSupplier used;
  private final Runnable collection;
  private final Executor threads;
  private final Time.Timer timer;
  private volatile boolean isCollecting;
  private long least;

  private long before;

  /**
   * Looks from now on.
   *
   * @param collection may block
   * @param threads run it
   */
  SpareHeap(Time time, LongSupplier used, Runnable collection, Executor threads) {
    this.used = used;
    this.collection = collection;
    this.threads = threads;
    least = used.getAsLong();
    before = least;
    timer = time.every(PERIOD, this::look);
  }

  /** {@return one that looks after the heap of this process} */
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
    boolean isQuiet = now - before < LITTLE;
    least = Math.min(least, now);
    before = now;
    if (isQuiet && now - least > MUCH) {
      isCollecting = true;
      try {
        threads.execute(this::collect);
      } catch (OutOfMemoryError _) {
        // The system gives no thread; the next look asks for one again.
        isCollecting = false;
      }
    }
  }

  private void collect() {
    try {
      collection.run();
      before = used.getAsLong();
      least = before;
    } finally {
      isCollecting = false;
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}

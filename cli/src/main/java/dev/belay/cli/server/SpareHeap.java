package dev.belay.cli.server;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Gives heap that large messages used back to the system: the collector prefers growing the heap to
 * a whole collection, which alone makes it smaller.
 *
 * <p>Looks every few seconds, and collects only where much was used since the last collection and
 * nothing large is going on.
 */
final class SpareHeap implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Growth since the last collection that is worth another one, in bytes. */
  private static final long MUCH = 48L << 20;

  /** Growth within a period from which on the period is not a quiet one, in bytes. */
  private static final long LITTLE = 8L << 20;

  private final LongSupplier used;
  private final Runnable collection;
  private final Time.Timer timer;

  /** Touched by one look after the other. */
  private long least;

  private long before;

  SpareHeap(Time time, LongSupplier used, Runnable collection) {
    this.used = used;
    this.collection = collection;
    least = used.getAsLong();
    before = least;
    timer = time.every(PERIOD, this::look);
  }

  /** {@return one that looks after the heap of this process} */
  static SpareHeap watched(Time time) {
    var runtime = Runtime.getRuntime();
    return new SpareHeap(time, () -> runtime.totalMemory() - runtime.freeMemory(), System::gc);
  }

  private void look() {
    long now = used.getAsLong();
    boolean isQuiet = now - before < LITTLE;
    least = Math.min(least, now);
    before = now;
    if (isQuiet && now - least > MUCH) {
      collection.run();
      before = used.getAsLong();
      least = before;
    }
  }

  @Override
  public void close() {
    timer.close();
  }
}

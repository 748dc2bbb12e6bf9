package dev.belay.cli.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Gives back to the system what large messages took of the heap: the collector rather lets it grow
 * than looks what of it is free, and only a whole collection makes it smaller.
 *
 * <p>Looked at every few seconds, and done only where much has been used since and nothing large
 * goes on.
 */
final class SpareHeap implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** So much more than was left the last time is worth a collection. */
  private static final long MUCH = 48L << 20;

  /** A period in which more was used is not a quiet one. */
  private static final long LITTLE = 8L << 20;

  private final Time time;
  private final LongSupplier used;
  private final Runnable collection;
  private final ReentrantLock lock = new ReentrantLock();

  /** Touched by one look after the other. */
  private long least;

  private long before;

  @GuardedBy("lock") private Time.@Nullable Timer next;

  @GuardedBy("lock") private boolean isClosed;

  SpareHeap(Time time, LongSupplier used, Runnable collection) {
    this.time = time;
    this.used = used;
    this.collection = collection;
    least = used.getAsLong();
    before = least;
  }

  /** {@return one that looks after the heap of this process} */
  static SpareHeap watched(Time time) {
    var runtime = Runtime.getRuntime();
    var heap = new SpareHeap(time, () -> runtime.totalMemory() - runtime.freeMemory(), System::gc);
    heap.arm();
    return heap;
  }

  void arm() {
    lock.lock();
    try {
      if (!isClosed) {
        next = time.after(PERIOD, this::look);
      }
    } finally {
      lock.unlock();
    }
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
    arm();
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      if (next != null) {
        next.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

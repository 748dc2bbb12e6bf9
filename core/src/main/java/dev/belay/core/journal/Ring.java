package dev.belay.core.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A bounded stream of numbered items, with any number of readers, none of which can slow a writer.
 *
 * <p>The newest items are kept; a reader that falls further behind is told how many it missed.
 * Concurrency: {@code lock} guards the array, for the time of one access.
 *
 * @param <E> what a reader gets: an item, or word of a gap
 */
public final class Ring<E> {
  /** Most streams stay short: what more of them takes is taken when it is needed. */
  private static final int FIRST_ROOM = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition appended = lock.newCondition();
  private final int capacity;
  private final LongFunction<? extends E> gap;

  @GuardedBy("lock") private @Nullable Object[] items;

  @GuardedBy("lock") private long next;

  @GuardedBy("lock") private int waiting;

  /** Nothing comes any more. */
  @GuardedBy("lock") private boolean closed;

  /**
   * Begins with nothing, and keeps at most {@code capacity} items.
   *
   * @param gap makes the word of so many that a reader missed
   */
  public Ring(int capacity, LongFunction<? extends E> gap) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
    }
    this.capacity = capacity;
    this.gap = gap;
    items = new @Nullable Object[Math.min(capacity, FIRST_ROOM)];
  }

  /**
   * Appends an item; never blocks on a reader.
   *
   * @param item makes the item that has this number, and does nothing else
   */
  public void append(LongFunction<? extends E> item) {
    lock.lock();
    try {
      if (next == items.length && items.length < capacity) {
        items = Arrays.copyOf(items, (int) Math.min(capacity, 2L * items.length));
      }
      items[(int) (next % items.length)] = item.apply(next);
      next++;
      if (waiting > 0) {
        appended.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Says that nothing comes any more: readers that wait for it need not. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      appended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** {@return a reader of everything from now on} */
  public Reader reader() {
    return readerFrom(Long.MAX_VALUE);
  }

  /** {@return a reader that begins with the oldest item still kept} */
  public Reader readerFromOldest() {
    lock.lock();
    try {
      return new Reader(Math.max(0, next - items.length));
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return a reader that begins with the item of that number; where it is gone, the reader is
   * told how many it missed}
   */
  public Reader readerFrom(long number) {
    lock.lock();
    try {
      return new Reader(Math.clamp(number, 0, next));
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number that the next item will have} */
  public long next() {
    lock.lock();
    try {
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** One reader's place in the stream. Not safe for use by several threads. */
  public final class Reader {
    private long cursor;

    private Reader(long cursor) {
      this.cursor = cursor;
    }

    /**
     * {@return the next item, or word of a gap, waiting for one; null where nothing comes any more}
     */
    public @Nullable E next() throws InterruptedException {
      lock.lockInterruptibly();
      try {
        waiting++;
        try {
          for (var read = pollLocked(); ; read = pollLocked()) {
            if (read != null || closed) {
              return read;
            }
            appended.await();
          }
        } finally {
          waiting--;
        }
      } finally {
        lock.unlock();
      }
    }

    /** {@return the next item, or word of a gap; null if there is none yet} */
    public @Nullable E poll() {
      lock.lock();
      try {
        return pollLocked();
      } finally {
        lock.unlock();
      }
    }

    @SuppressWarnings("unchecked")
    @GuardedBy("lock") private @Nullable E pollLocked() {
      long missed = next - items.length - cursor;
      if (missed > 0) {
        cursor += missed;
        return gap.apply(missed);
      }
      return cursor == next ? null : (E) items[(int) (cursor++ % items.length)];
    }
  }
}

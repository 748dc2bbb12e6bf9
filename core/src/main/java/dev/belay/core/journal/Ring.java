package dev.belay.core.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import java.util.Objects;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A stream of numbered items, bounded in number and in bytes, with any number of readers, which
 * cannot slow a writer.
 *
 * <p>The newest items are kept, and the very newest regardless of its size; a reader that falls
 * further behind gets the number of missed items. Concurrency: {@code lock} guards the array, for
 * the time of one access.
 *
 * @param <T> a stored item
 * @param <E> what a reader gets: an item with its number, or a gap
 */
public final class Ring<T, E> {
  /** Makes what a reader gets from an item. */
  @FunctionalInterface
  public interface Numbering<T, E> {
    /** {@return the item with its number; without side effects} */
    E of(long number, T item);
  }

  /** Most streams stay short: the array grows on demand. */
  private static final int FIRST_ROOM = 32;

  /** Bytes are taken from the shared room in such steps, so that few appends request any. */
  private static final long STEP = 16 << 10;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition appended = lock.newCondition();
  private final int capacity;
  private final long mostBytes;
  private final ToLongFunction<? super T> weight;
  private final Numbering<? super T, ? extends E> numbering;
  private final LongFunction<? extends E> gap;

  @GuardedBy("lock") private final Shares.@Nullable Holding room;

  @GuardedBy("lock") private @Nullable Object[] items;

  /** The number of the oldest kept item. */
  @GuardedBy("lock") private long oldest;

  @GuardedBy("lock") private long next;

  /** The size of all kept items. */
  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private int waiting;

  /** Whether the stream has ended. */
  @GuardedBy("lock") private boolean closed;

  /**
   * Creates an empty stream of at most {@code capacity} items.
   *
   * @param mostBytes their greatest total size; the newest is kept even if it is larger
   * @param weight the approximate size of an item in bytes: the same at each call
   * @param gap makes the reading for a number of missed items
   */
  public Ring(
      int capacity,
      long mostBytes,
      ToLongFunction<? super T> weight,
      Numbering<? super T, ? extends E> numbering,
      LongFunction<? extends E> gap) {
    this(capacity, mostBytes, null, weight, numbering, gap);
  }

  /**
   * Creates an empty stream that is also bounded by {@code room}.
   *
   * @param room its share of the memory that streams have in common, held until it is closed; the
   *     newest item is kept even if there is no room
   */
  public Ring(
      int capacity,
      long mostBytes,
      Shares.@Nullable Holding room,
      ToLongFunction<? super T> weight,
      Numbering<? super T, ? extends E> numbering,
      LongFunction<? extends E> gap) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
    }
    this.capacity = capacity;
    this.mostBytes = mostBytes;
    this.room = room;
    this.weight = weight;
    this.numbering = numbering;
    this.gap = gap;
    items = new @Nullable Object[Math.min(capacity, FIRST_ROOM)];
  }

  /** Appends an item; never blocks on a reader. */
  public void append(T item) {
    lock.lock();
    try {
      bytes += weight.applyAsLong(item);
      while (oldest < next && (next - oldest == capacity || !fitsLocked())) {
        dropOldestLocked();
      }
      if (next - oldest == items.length) {
        growLocked();
      }
      items[placeLocked(next)] = item;
      next++;
      if (waiting > 0) {
        appended.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private boolean fitsLocked() {
    return bytes <= mostBytes
        && (room == null || closed || room.resize((bytes + STEP - 1) / STEP * STEP));
  }

  @GuardedBy("lock") private void dropOldestLocked() {
    bytes -= weight.applyAsLong(itemLocked(oldest));
    items[placeLocked(oldest)] = null;
    oldest++;
  }

  @GuardedBy("lock") private void growLocked() {
    var larger = new @Nullable Object[(int) Math.min(capacity, 2L * items.length)];
    for (long number = oldest; number < next; number++) {
      larger[(int) (number % larger.length)] = items[placeLocked(number)];
    }
    items = larger;
  }

  @GuardedBy("lock") private int placeLocked(long number) {
    return (int) (number % items.length);
  }

  @SuppressWarnings("unchecked")
  @GuardedBy("lock") private T itemLocked(long number) {
    return (T) Objects.requireNonNull(items[placeLocked(number)]);
  }

  /** {@return the size of all kept items} */
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** Ends the stream: readers no longer wait for items. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (room != null) {
        room.close();
      }
      appended.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** {@return a reader of all items from now on} */
  public Reader reader() {
    return readerFrom(Long.MAX_VALUE);
  }

  /** {@return a reader that begins with the oldest item still kept} */
  public Reader readerFromOldest() {
    lock.lock();
    try {
      return new Reader(oldest);
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return a reader that begins with the item of that number; if it is gone, the reader first
   * gets the number of missed items}
   */
  public Reader readerFrom(long number) {
    lock.lock();
    try {
      return new Reader(Math.clamp(number, 0, next));
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number of the next item} */
  public long next() {
    lock.lock();
    try {
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** The position of one reader in the stream. Not safe for use by several threads. */
  public final class Reader {
    private long cursor;

    private Reader(long cursor) {
      this.cursor = cursor;
    }

    /**
     * {@return the next item or gap, waiting for it if necessary; null once the stream has ended}
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

    /** {@return the next item or gap; null if there is none yet} */
    public @Nullable E poll() {
      lock.lock();
      try {
        return pollLocked();
      } finally {
        lock.unlock();
      }
    }

    @GuardedBy("lock") private @Nullable E pollLocked() {
      long missed = oldest - cursor;
      if (missed > 0) {
        cursor += missed;
        return gap.apply(missed);
      }
      if (cursor == next) {
        return null;
      }
      var read = numbering.of(cursor, itemLocked(cursor));
      cursor++;
      return read;
    }
  }
}

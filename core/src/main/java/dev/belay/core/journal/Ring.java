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
 * A stream of numbered items, bounded in number and in bytes, with any number of readers, none of
 * which can slow a writer.
 *
 * <p>The newest items are kept, and the newest of all whatever it weighs; a reader that falls
 * further behind is told how many it missed. Concurrency: {@code lock} guards the array, for the
 * time of one access.
 *
 * @param <T> what is kept
 * @param <E> what a reader gets: an item with its number, or word of a gap
 */
public final class Ring<T, E> {
  /** Makes what a reader gets of an item. */
  @FunctionalInterface
  public interface Numbering<T, E> {
    /** {@return that item, which has that number; nothing else is done} */
    E of(long number, T item);
  }

  /** Most streams stay short: what more of them takes is taken when it is needed. */
  private static final int FIRST_ROOM = 32;

  /** Bytes are taken from the shared room in such steps, so that few appends ask for any. */
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

  /** The number of the oldest item that is kept. */
  @GuardedBy("lock") private long oldest;

  @GuardedBy("lock") private long next;

  /** What all kept items weigh. */
  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private int waiting;

  /** Nothing comes any more. */
  @GuardedBy("lock") private boolean closed;

  /**
   * Begins with nothing, and keeps at most {@code capacity} items.
   *
   * @param mostBytes what they may weigh in sum; the newest is kept also where it weighs more
   * @param weight about how many bytes an item takes: the same each time it is asked
   * @param gap makes the word of so many that a reader missed
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
   * Begins with nothing, and keeps what {@code room} has space for as well.
   *
   * @param room what its items take of the memory that it shares with other streams, until it is
   *     closed; the newest is kept also where there is none
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

  /** {@return what all that is kept weighs} */
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  /** Says that nothing comes any more: readers that wait for it need not. */
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

  /** {@return a reader of everything from now on} */
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

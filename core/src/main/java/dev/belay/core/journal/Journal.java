package dev.belay.core.journal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The append-only stream of what happens to calls, and to tools: bounded, with any number of
 * readers, none of which can slow a call.
 *
 * <p>The newest {@code capacity} entries are kept. A reader that falls further behind is told how
 * many it missed. Concurrency: {@code lock} guards the ring, for the time of one array access.
 */
public final class Journal {
  /** What a reader gets: something that is kept, or word of what it was too slow for. */
  public sealed interface Reading {}

  /** One event, its place in the stream and when it happened. */
  public sealed interface Kept extends Reading {
    /** {@return its place in the stream} */
    long sequence();

    /** {@return when it happened} */
    Instant at();
  }

  /** Something happened to a call. */
  public record Entry(long sequence, Instant at, Subject subject, CallEvent event)
      implements Kept {}

  /** Something happened to a tool, whoever calls it. */
  public record ToolEntry(long sequence, Instant at, ToolEvent event) implements Kept {}

  /** {@code missed} entries are gone for this reader. */
  public record Gap(long missed) implements Reading {}

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();

  @GuardedBy("lock") private final @Nullable Kept[] ring;

  @GuardedBy("lock") private long next;

  @GuardedBy("lock") private int waiting;

  /** Keeps the newest {@code capacity} entries: at least one. */
  public Journal(Time time, int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
    }
    this.time = time;
    ring = new @Nullable Kept[capacity];
  }

  /** Appends an event of a call; never blocks on a reader. */
  public void publish(Subject subject, CallEvent event) {
    var at = time.wall();
    lock.lock();
    try {
      appendLocked(new Entry(next, at, subject, event));
    } finally {
      lock.unlock();
    }
  }

  /** Appends an event of a tool; never blocks on a reader. */
  public void publish(ToolEvent event) {
    var at = time.wall();
    lock.lock();
    try {
      appendLocked(new ToolEntry(next, at, event));
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void appendLocked(Kept kept) {
    ring[(int) (next % ring.length)] = kept;
    next++;
    if (waiting > 0) {
      published.signalAll();
    }
  }

  /** {@return a reader of everything from now on} */
  public Reader reader() {
    lock.lock();
    try {
      return new Reader(next);
    } finally {
      lock.unlock();
    }
  }

  /** {@return a reader that begins with the oldest entry still kept} */
  public Reader readerFromOldest() {
    lock.lock();
    try {
      return new Reader(Math.max(0, next - ring.length));
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return a reader that begins with the entry of that number; where it is gone, the reader is
   * told how many it missed}
   */
  public Reader readerFrom(long sequence) {
    lock.lock();
    try {
      return new Reader(Math.clamp(sequence, 0, next));
    } finally {
      lock.unlock();
    }
  }

  /** {@return the number that the next entry will have} */
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

    /** {@return the next reading, waiting for one} */
    public Reading next() throws InterruptedException {
      lock.lockInterruptibly();
      try {
        waiting++;
        try {
          for (var reading = pollLocked(); ; reading = pollLocked()) {
            if (reading != null) {
              return reading;
            }
            published.await();
          }
        } finally {
          waiting--;
        }
      } finally {
        lock.unlock();
      }
    }

    /** {@return the next reading, or null if there is none yet} */
    public @Nullable Reading poll() {
      lock.lock();
      try {
        return pollLocked();
      } finally {
        lock.unlock();
      }
    }

    @GuardedBy("lock") private @Nullable Reading pollLocked() {
      long missed = next - ring.length - cursor;
      if (missed > 0) {
        cursor += missed;
        return new Gap(missed);
      }
      return cursor == next ? null : ring[(int) (cursor++ % ring.length)];
    }
  }
}

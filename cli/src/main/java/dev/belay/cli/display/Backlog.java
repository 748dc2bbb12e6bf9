package dev.belay.cli.display;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What waits to be written: so many bytes and no more, so that nobody ever waits to hand over.
 *
 * <p>Once it is full, all is dropped until half of it is free again, so that gaps are few; how much
 * each gap is can be told where it is.
 *
 * <p>Concurrency: any thread puts, one thread takes.
 */
final class Backlog<E> {
  /** What an entry costs beside its own bytes. */
  private static final int OVERHEAD = 64;

  /**
   * Something that waited.
   *
   * @param droppedBefore how many lines are missing before it
   */
  record Entry<E>(E event, int bytes, long droppedBefore) {}

  private final int room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();

  @GuardedBy("lock") private final ArrayDeque<Entry<E>> entries = new ArrayDeque<>();

  @GuardedBy("lock") private long held;

  @GuardedBy("lock") private long dropped;

  @GuardedBy("lock") private boolean full;

  /** Holds {@code room} bytes at most. */
  Backlog(int room) {
    this.room = room;
  }

  /** Takes something of so many bytes; drops it, and counts its lines, where there is no room. */
  void offer(E event, int bytes, long lines) {
    lock.lock();
    try {
      int cost = bytes + OVERHEAD;
      full = held + cost > room || (full && held > room / 2);
      if (full) {
        dropped += lines;
      } else {
        addLocked(event, cost);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes what must not be lost, of which there are few. */
  void put(E event) {
    lock.lock();
    try {
      addLocked(event, 0);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void addLocked(E event, int cost) {
    entries.add(new Entry<>(event, cost, dropped));
    dropped = 0;
    held += cost;
    added.signal();
  }

  /** Waits for the next one. */
  Entry<E> take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (entries.isEmpty()) {
        added.await();
      }
      var next = entries.remove();
      held -= next.bytes();
      return next;
    } finally {
      lock.unlock();
    }
  }
}

package dev.belay.cli.display;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A bounded queue of entries to be written, whose producers never wait.
 *
 * <p>Once it is full, entries are dropped until half of it is free again, so that gaps are few;
 * each gap's size is known at its place.
 *
 * <p>Concurrency: many producers, one consumer.
 */
final class Backlog<E> {
  /** Cost of an entry besides its own bytes. */
  private static final int OVERHEAD = 64;

  /**
   * A queued entry.
   *
   * @param droppedBefore number of lines dropped before it
   */
  record Entry<E>(E event, int bytes, long droppedBefore) {}

  private final int room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();

  @GuardedBy("lock") private final ArrayDeque<Entry<E>> entries = new ArrayDeque<>();

  @GuardedBy("lock") private long held;

  @GuardedBy("lock") private long dropped;

  @GuardedBy("lock") private boolean full;

  /** Creates a queue of at most {@code room} bytes. */
  Backlog(int room) {
    this.room = room;
  }

  /** Adds an entry of that size; if there is no room, drops it and counts its lines. */
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

  /** Adds an entry that must not be lost, regardless of room; such entries are few. */
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

  /** Removes the next entry, waiting for it. */
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

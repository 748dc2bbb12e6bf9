package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory charged to one owner for one request or connection (C38).
 *
 * <p>Safe for use by many threads. After {@link #close} nothing more can be charged.
 */
final class Claim {
  private final ReentrantLock lock = new ReentrantLock();
  private final Shares memory;

  @GuardedBy("lock") private String owner;

  @GuardedBy("lock") private long bytes;

  @GuardedBy("lock") private boolean isClosed;

  Claim(Shares memory, String owner) {
    this.memory = memory;
    this.owner = owner;
  }

  /** {@return true if {@code more} bytes could be charged} */
  boolean add(long more) {
    lock.lock();
    try {
      if (isClosed || !memory.take(owner, more)) {
        return false;
      }
      bytes += more;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Returns a part of the charged memory. */
  void give(long less) {
    lock.lock();
    try {
      if (!isClosed) {
        memory.give(owner, less);
        bytes -= less;
      }
    } finally {
      lock.unlock();
    }
  }

  /** {@return true if the charge could be set to {@code now} bytes} */
  boolean set(long now) {
    lock.lock();
    try {
      long more = now - bytes;
      if (more <= 0) {
        memory.give(owner, -more);
      } else if (isClosed || !memory.take(owner, more)) {
        return false;
      }
      bytes = now;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /**
   * {@return true if the whole charge could be moved to the account of {@code next}; otherwise it
   * is closed}
   */
  boolean move(String next) {
    lock.lock();
    try {
      if (next.equals(owner)) {
        return !isClosed;
      }
      memory.give(owner, bytes);
      owner = next;
      if (!isClosed && memory.take(next, bytes)) {
        return true;
      }
      bytes = 0;
      isClosed = true;
      return false;
    } finally {
      lock.unlock();
    }
  }

  /** Returns all of the charged memory. */
  void close() {
    lock.lock();
    try {
      memory.give(owner, bytes);
      bytes = 0;
      isClosed = true;
    } finally {
      lock.unlock();
    }
  }
}

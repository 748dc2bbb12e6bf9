package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What one request, or one connection, takes of the server's memory in somebody's name (C38).
 *
 * <p>Concurrency: any thread; after {@link #close} nothing is taken any more.
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

  /** {@return true if there was room for that much more} */
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

  /** Gives some of it back. */
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

  /** {@return true if there was room for it to be that much now} */
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

  /** {@return true if all of it goes to the account of somebody who has room for it} */
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

  /** Gives all of it back. */
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

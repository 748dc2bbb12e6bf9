package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Which process of an upstream serves, or what will bring one back: a message that needs it, or a
 * timer.
 *
 * <p>Concurrency: {@code lock} guards all fields; nothing is sent, started or stopped under it.
 */
final class Serving {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable ServerLink link;

  /** True where nothing serves and the next message may start it again. */
  @GuardedBy("lock") private boolean onDemand;

  /** What starts it again after a pause. */
  @GuardedBy("lock") private Time.@Nullable Timer nextStart;

  @GuardedBy("lock") private boolean closed;

  void begin(ServerLink next) {
    lock.lock();
    try {
      link = closed ? null : next;
      onDemand = false;
    } finally {
      lock.unlock();
    }
  }

  /** {@return what serves; null where nothing does} */
  @Nullable ServerLink current() {
    lock.lock();
    try {
      return link;
    } finally {
      lock.unlock();
    }
  }

  /** True for the one who did it: it did serve, and is to be replaced. */
  boolean end(ServerLink last) {
    lock.lock();
    try {
      if (link != last || closed) {
        return false;
      }
      link = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing serves before somebody needs it. */
  void waitForDemand() {
    lock.lock();
    try {
      link = null;
      onDemand = !closed;
    } finally {
      lock.unlock();
    }
  }

  /** True for the one who is to start it, since somebody needs it now. */
  boolean takeDemand() {
    lock.lock();
    try {
      boolean taken = onDemand;
      onDemand = false;
      return taken;
    } finally {
      lock.unlock();
    }
  }

  void startsBy(Time.Timer timer) {
    lock.lock();
    try {
      nextStart = timer;
    } finally {
      lock.unlock();
    }
  }

  boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /** Nothing serves any more, and nothing will. */
  void close() {
    lock.lock();
    try {
      closed = true;
      link = null;
      onDemand = false;
      if (nextStart != null) {
        nextStart.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

package dev.belay.mcp.client;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Acts once nothing has been heard for too long; any sign of life puts it off.
 *
 * <p>If this very process was stopped for a while, what came meanwhile is read first: a timer that
 * is late itself grants one more period.
 */
final class Silence implements AutoCloseable {
  private static final Duration STALL = Duration.ofSeconds(1);

  private final Time time;
  private final Duration limit;
  private final Runnable action;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile long heard;
  private volatile boolean broken;

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private boolean closed;

  /** Begins to listen; a limit of zero is none. */
  Silence(Time time, Duration limit, Runnable action) {
    this.time = time;
    this.limit = limit;
    this.action = action;
    heard = time.nanos();
    if (!limit.isZero()) {
      arm(limit);
    }
  }

  /** Notes a sign of life. */
  void heard() {
    heard = time.nanos();
  }

  /** {@return whether it acted} */
  boolean isBroken() {
    return broken;
  }

  private void arm(Duration delay) {
    long due = time.nanos() + delay.toNanos();
    lock.lock();
    try {
      if (!closed) {
        timer = time.after(delay, () -> due(due));
      }
    } finally {
      lock.unlock();
    }
  }

  private void due(long at) {
    long now = time.nanos();
    if (now - at > STALL.toNanos()) {
      heard = now;
    }
    long left = limit.toNanos() - (now - heard);
    if (left > 0) {
      arm(Duration.ofNanos(left));
    } else if (isOpen()) {
      broken = true;
      action.run();
    }
  }

  private boolean isOpen() {
    lock.lock();
    try {
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

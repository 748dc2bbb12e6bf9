package dev.belay.core.time;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A clock that stands still until moved, and its timers in the order of their due times; those of
 * one instant in the order of arming.
 *
 * <p>It runs no actions: the caller that moves it decides where they run. Concurrency: safe for use
 * by many threads.
 */
final class HeldClock {
  private record Due(long at, long sequence, Duration delay, Runnable action) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition armed = lock.newCondition();

  @GuardedBy("lock") private final PriorityQueue<Due> timers =
      new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(Due::sequence));

  @GuardedBy("lock") private long now;

  @GuardedBy("lock") private long sequence;

  /** {@return the length of a delay, never negative, and bounded so that adding it stays exact} */
  static long saturated(Duration delay) {
    return Math.clamp(TimeUnit.NANOSECONDS.convert(delay), 0, Long.MAX_VALUE / 2);
  }

  long nanos() {
    lock.lock();
    try {
      return now;
    } finally {
      lock.unlock();
    }
  }

  Time.Timer after(Duration delay, Runnable action) {
    lock.lock();
    try {
      var due = new Due(now + saturated(delay), sequence++, delay, action);
      timers.add(due);
      armed.signalAll();
      return () -> disarm(due);
    } finally {
      lock.unlock();
    }
  }

  private void disarm(Due due) {
    lock.lock();
    try {
      timers.remove(due);
    } finally {
      lock.unlock();
    }
  }

  int armed() {
    lock.lock();
    try {
      return timers.size();
    } finally {
      lock.unlock();
    }
  }

  /** Moves the clock to {@code reading}, never back, and leaves due timers armed. */
  void move(long reading) {
    lock.lock();
    try {
      now = Math.max(now, reading);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Moves the clock to its first timer, if that is due at {@code until} or earlier.
   *
   * @return the action of that timer, or null if there is none; then the clock has not moved
   */
  @Nullable Runnable take(long until) {
    lock.lock();
    try {
      var first = timers.peek();
      if (first == null || first.at() > until) {
        return null;
      }
      timers.remove();
      now = Math.max(now, first.at());
      return first.action();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until a timer of exactly this delay is armed.
   *
   * @return when the first of them is due
   * @throws AssertionError if none is armed within {@link Patience#LIMIT}; it names those that are
   */
  long awaitArmed(Duration delay) throws InterruptedException {
    lock.lock();
    try {
      for (long left = Patience.LIMIT.toNanos(); ; left = armed.awaitNanos(left)) {
        var asked =
            timers.stream().filter(due -> due.delay().equals(delay)).mapToLong(Due::at).min();
        if (asked.isPresent()) {
          return asked.getAsLong();
        }
        if (left <= 0) {
          var others = timers.stream().map(Due::delay).distinct().sorted().toList();
          throw new AssertionError("no timer of " + delay + " is armed; armed are " + others);
        }
      }
    } finally {
      lock.unlock();
    }
  }
}

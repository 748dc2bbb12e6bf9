package dev.belay.core.time;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The timer behind {@link Time#every} and {@link Time#repeat}: each run arms the next one.
 *
 * <p>Concurrency: runs never overlap, and each sees what the one before it wrote. {@code lock}
 * guards the armed timer and is not held during a run.
 */
final class RepeatingTimer implements Time.Timer {
  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final Supplier<@Nullable Duration> action;

  @GuardedBy("lock") private Time.@Nullable Timer next;

  @GuardedBy("lock") private boolean isClosed;

  private RepeatingTimer(Time time, Supplier<@Nullable Duration> action) {
    this.time = time;
    this.action = action;
  }

  static RepeatingTimer start(Time time, Duration first, Supplier<@Nullable Duration> action) {
    var timer = new RepeatingTimer(time, action);
    timer.arm(first);
    return timer;
  }

  private void arm(Duration delay) {
    lock.lock();
    try {
      if (!isClosed) {
        next = time.after(delay, () -> run(delay));
      }
    } finally {
      lock.unlock();
    }
  }

  private void run(Duration delay) {
    if (isClosed()) {
      return;
    }
    Duration again = delay;
    try {
      again = action.get();
    } finally {
      // Also after a failure: one defect must not end the timer for good.
      if (again != null) {
        arm(again);
      }
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return isClosed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      if (next != null) {
        next.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

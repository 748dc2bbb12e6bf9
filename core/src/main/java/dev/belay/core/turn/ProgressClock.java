package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Says of each call of one turn, every few seconds, that it still runs (S1-65): one timer for all
 * of them, since most calls have ended before it is due.
 *
 * <p>Safe for use by many threads. {@code lock} guards the queue and is not held while a call
 * tells.
 */
final class ProgressClock {
  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;

  /** Those due next at the front: each waits as long as any other. */
  @GuardedBy("lock") private final Deque<Due> due = new ArrayDeque<>();

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private boolean closed;

  private record Due(UseRun use, long at) {}

  ProgressClock(Time time) {
    this.time = time;
  }

  /** A call has begun. */
  void begin(UseRun use) {
    lock.lock();
    try {
      due.add(new Due(use, time.nanos() + TurnOptions.PROGRESS.toNanos()));
      armLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void armLocked() {
    var next = due.peek();
    if (timer == null && next != null && !closed) {
      timer = time.after(Duration.ofNanos(Math.max(0, next.at - time.nanos())), this::tell);
    }
  }

  private void tell() {
    for (var use : reached()) {
      if (use.tellsThatItRuns()) {
        begin(use);
      }
    }
  }

  private List<UseRun> reached() {
    var reached = new ArrayList<UseRun>();
    lock.lock();
    try {
      timer = null;
      for (var next = due.peek(); next != null && next.at <= time.nanos(); next = due.peek()) {
        reached.add(next.use);
        due.remove();
      }
      armLocked();
    } finally {
      lock.unlock();
    }
    return reached;
  }

  /** The turn is over. */
  void close() {
    lock.lock();
    try {
      closed = true;
      due.clear();
      if (timer != null) {
        timer.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

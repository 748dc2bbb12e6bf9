package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The clients that wait for one turn: they come and go, and once all have been away for its grace,
 * it is left alone (C11, C39).
 *
 * <p>Concurrency: {@code lock} guards all fields, and is not held while the turn is told.
 */
final class TurnWaiters {
  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final Duration grace;

  /** Takes whether it runs on a timer. */
  private final LeftAlone leftAlone;

  @GuardedBy("lock") private int waiting;

  /** Counts how often the turn was left, so that an outdated timer recognizes itself. */
  @GuardedBy("lock") private int departures;

  @GuardedBy("lock") private Time.@Nullable Timer patience;

  @GuardedBy("lock") private boolean isOver;

  TurnWaiters(Time time, Duration grace, LeftAlone leftAlone) {
    this.time = time;
    this.grace = grace;
    this.leftAlone = leftAlone;
  }

  /** Told once nobody waits any more. */
  interface LeftAlone {
    /**
     * Ends the turn.
     *
     * @param isOnTimer whether this thread is one that must not be kept
     */
    void end(boolean isOnTimer);
  }

  TurnWaiter attach() {
    lock.lock();
    try {
      waiting++;
      calmLocked();
    } finally {
      lock.unlock();
    }
    return new TurnWaiter(this);
  }

  void left() {
    boolean isNow = false;
    lock.lock();
    try {
      waiting--;
      if (waiting == 0 && !isOver) {
        int departure = ++departures;
        isNow = grace.isZero();
        if (!isNow) {
          patience = time.after(grace, () -> patienceEnds(departure));
        }
      }
    } finally {
      lock.unlock();
    }
    if (isNow) {
      leftAlone.end(/* isOnTimer= */ false);
    }
  }

  private void patienceEnds(int departure) {
    boolean isAlone;
    lock.lock();
    try {
      // Races with a client that came back just as the timer fired.
      isAlone = patience != null && departure == departures;
      if (isAlone) {
        patience = null;
      }
    } finally {
      lock.unlock();
    }
    if (isAlone) {
      leftAlone.end(/* isOnTimer= */ true);
    }
  }

  /** Leaves no timer behind: the turn is over. */
  void close() {
    lock.lock();
    try {
      isOver = true;
      calmLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void calmLocked() {
    if (patience != null) {
      patience.close();
      patience = null;
    }
  }
}

package dev.belay.core.turn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How many turns each principal has under way, of whatever kind: those that wait for others count,
 * and so do the others.
 *
 * <p>Safe for use by many threads: of those that want the last place, one gets it.
 */
final class TurnPlaces {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Integer> taken = new HashMap<>();

  /** Refuses a principal that has no place left. */
  void check(String principal) {
    lock.lock();
    try {
      checkLocked(principal);
    } finally {
      lock.unlock();
    }
  }

  /** Takes a place, to be {@linkplain #give given} back; refuses where none is left. */
  void take(String principal) {
    lock.lock();
    try {
      checkLocked(principal);
      taken.merge(principal, 1, Integer::sum);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void checkLocked(String principal) {
    if (taken.getOrDefault(principal, 0) >= TurnOptions.MOST_OF_ONE) {
      throw new TooManyTurnsException();
    }
  }

  /** Gives one back. */
  void give(String principal) {
    lock.lock();
    try {
      taken.computeIfPresent(principal, (_, count) -> count == 1 ? null : count - 1);
    } finally {
      lock.unlock();
    }
  }
}

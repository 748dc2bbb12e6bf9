package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.FairQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Places for calls, shared between principals (C38), for which calls wait.
 *
 * <p>Concurrency: {@code lock} guards who has places and who waits; a call waits outside it.
 */
final class CallPlaces {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final FairQueue<Turn> places;

  private record Turn(String principal, CountDownLatch come) {}

  /** So many, and all of them free. */
  CallPlaces(int most) {
    places = new FairQueue<>(most);
  }

  /** Waits until the principal has one more; {@link #give} is then owed. */
  void take(String principal) throws InterruptedException {
    var turn = new Turn(principal, new CountDownLatch(1));
    lock.lock();
    try {
      places.add(principal, turn);
      admitLocked();
    } finally {
      lock.unlock();
    }
    try {
      turn.come.await();
    } catch (InterruptedException e) {
      leave(turn);
      throw e;
    }
  }

  private void leave(Turn turn) {
    lock.lock();
    try {
      if (!places.remove(turn.principal, turn)) {
        // The other party: the end of a call, which has given it a place just before.
        places.give(turn.principal);
      }
      admitLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Gives one back. */
  void give(String principal) {
    lock.lock();
    try {
      places.give(principal);
      admitLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Where the principal with the fewest may have no more, no other may. */
  @GuardedBy("lock") private void admitLocked() {
    while (!places.isEmpty()) {
      var next = places.first();
      if (!places.take(next.principal)) {
        return;
      }
      var _ = places.remove(next.principal, next);
      next.come.countDown();
    }
  }

  /** {@return how many calls wait} */
  int waiting() {
    lock.lock();
    try {
      return places.size();
    } finally {
      lock.unlock();
    }
  }
}

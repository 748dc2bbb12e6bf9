package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Places for calls, shared between principals (C38), and the calls that wait for one: the next
 * place goes to the principal that has the fewest, and among its calls to the one that came first.
 *
 * <p>Concurrency: {@code lock} guards who has places and who waits; a call waits outside it.
 */
final class CallPlaces {
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Shares places;

  /** By principal, each in the order of their coming. */
  @GuardedBy("lock") private final Map<String, Deque<CountDownLatch>> waiting = new LinkedHashMap<>();

  /** So many, and all of them free. */
  CallPlaces(int most) {
    places = new Shares(most);
  }

  /** Waits until the principal has one more; {@link #give} is then owed. */
  void take(String principal) throws InterruptedException {
    var turn = new CountDownLatch(1);
    lock.lock();
    try {
      waiting.computeIfAbsent(principal, _ -> new ArrayDeque<>()).add(turn);
      admitLocked();
    } finally {
      lock.unlock();
    }
    try {
      turn.await();
    } catch (InterruptedException e) {
      leave(principal, turn);
      throw e;
    }
  }

  private void leave(String principal, CountDownLatch turn) {
    lock.lock();
    try {
      var same = waiting.get(principal);
      if (same == null || !same.remove(turn)) {
        // The other party: the end of a call, which has given it a place just before.
        places.give(principal, 1);
      } else if (same.isEmpty()) {
        waiting.remove(principal);
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
      places.give(principal, 1);
      admitLocked();
    } finally {
      lock.unlock();
    }
  }

  /** Where the principal with the fewest may have no more, no other may. */
  @GuardedBy("lock") private void admitLocked() {
    var next = firstLocked();
    while (next != null && places.take(next.getKey(), 1)) {
      next.getValue().remove().countDown();
      if (next.getValue().isEmpty()) {
        waiting.remove(next.getKey());
      }
      next = firstLocked();
    }
  }

  @GuardedBy("lock") private Map.@Nullable Entry<String, Deque<CountDownLatch>> firstLocked() {
    Map.Entry<String, Deque<CountDownLatch>> first = null;
    long fewest = Long.MAX_VALUE;
    for (var entry : waiting.entrySet()) {
      long held = places.held(entry.getKey());
      if (held < fewest) {
        fewest = held;
        first = entry;
      }
    }
    return first;
  }

  /** {@return how many calls wait} */
  int waiting() {
    lock.lock();
    try {
      return waiting.values().stream().mapToInt(Deque::size).sum();
    } finally {
      lock.unlock();
    }
  }
}

package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The links of one upstream that only end what they have begun, of which there are at most {@link
 * #MOST}: beyond, one is ended (C34). That is the oldest of those that have calls of the principal
 * alone who has calls on most of them, so that it costs no neighbour; else the oldest.
 *
 * <p>Concurrency: {@code lock} guards the list; no server is asked and no link ended under it.
 */
final class Retirements {
  static final int MOST = 4;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Retirement> all = new ArrayDeque<>();

  /**
   * Has a link take no new calls from now on, and end with those it has.
   *
   * @param why a sentence for the calls that end with it
   */
  void begin(Upstream upstream, ServerLink link, Retirement.Reason reason, String why) {
    var retirement = new Retirement(upstream, link, reason, why, this::ended);
    Retirement surplus;
    lock.lock();
    try {
      surplus = all.size() >= MOST ? surplusLocked() : null;
      if (surplus != null) {
        // The other party: another that begins before this one has ended, and chooses its own.
        all.remove(surplus);
      }
      all.addLast(retirement);
    } finally {
      lock.unlock();
    }
    if (surplus != null) {
      surplus.endWithCalls("It was ended with them as one of more than " + MOST + " like it.");
    }
    retirement.begin();
  }

  @GuardedBy("lock") private Retirement surplusLocked() {
    var holders = new LinkedHashMap<Retirement, Set<String>>();
    all.forEach(one -> holders.put(one, one.principals()));
    var held = new HashMap<String, Integer>();
    holders.values().forEach(some -> some.forEach(who -> held.merge(who, 1, Integer::sum)));
    int most = held.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    for (var entry : holders.entrySet()) {
      var principals = entry.getValue();
      if (principals.size() <= 1
          && principals.stream().allMatch(who -> held.getOrDefault(who, 0) == most)) {
        return entry.getKey();
      }
    }
    return all.getFirst();
  }

  private void ended(Retirement retirement) {
    lock.lock();
    try {
      all.remove(retirement);
    } finally {
      lock.unlock();
    }
  }
}

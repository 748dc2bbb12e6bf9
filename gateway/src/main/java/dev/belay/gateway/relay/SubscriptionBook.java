package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Which clients of one upstream want to hear of which resources: the upstream itself is subscribed
 * to once, by the first of them, until the last has had enough.
 *
 * <p>Holders are sessions and subscriptions. Concurrency: {@code lock} guards the map; nobody is
 * told under it.
 */
final class SubscriptionBook {
  private static final int MOST = 10_000;

  /** Who hears that the upstream must be told. */
  interface Source {
    void subscribe(String uri);

    void unsubscribe(String uri);
  }

  private final Source source;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<String, Set<Object>> holders = new HashMap<>();

  SubscriptionBook(Source source) {
    this.source = source;
  }

  /** False if there are too many subscriptions. */
  boolean add(Object holder, String uri) {
    boolean first;
    lock.lock();
    try {
      var known = holders.get(uri);
      if (known == null && holders.size() >= MOST) {
        return false;
      }
      first = known == null;
      holders.computeIfAbsent(uri, _ -> new HashSet<>()).add(holder);
    } finally {
      lock.unlock();
    }
    if (first) {
      source.subscribe(uri);
    }
    return true;
  }

  void remove(Object holder, String uri) {
    boolean last;
    lock.lock();
    try {
      last = removeLocked(holder, uri);
    } finally {
      lock.unlock();
    }
    if (last) {
      source.unsubscribe(uri);
    }
  }

  /** A holder has gone. */
  void forget(Object holder) {
    var unwanted = new ArrayList<String>();
    lock.lock();
    try {
      for (var uri : List.copyOf(holders.keySet())) {
        if (removeLocked(holder, uri)) {
          unwanted.add(uri);
        }
      }
    } finally {
      lock.unlock();
    }
    unwanted.forEach(source::unsubscribe);
  }

  @GuardedBy("lock") private boolean removeLocked(Object holder, String uri) {
    var known = holders.get(uri);
    if (known == null || !known.remove(holder) || !known.isEmpty()) {
      return false;
    }
    holders.remove(uri);
    return true;
  }

  /** {@return what is subscribed to now} */
  Set<String> uris() {
    lock.lock();
    try {
      return Set.copyOf(holders.keySet());
    } finally {
      lock.unlock();
    }
  }

  boolean holds(Object holder, String uri) {
    lock.lock();
    try {
      var known = holders.get(uri);
      return known != null && known.contains(holder);
    } finally {
      lock.unlock();
    }
  }
}

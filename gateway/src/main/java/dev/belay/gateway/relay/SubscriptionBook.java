package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.share.Shares;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions of one upstream's clients to resources: at the upstream itself, each resource
 * is subscribed to once, from its first holder to its last.
 *
 * <p>Holders are sessions and subscriptions. Bounded in bytes, of which each principal has a share.
 * Concurrency: {@code lock} guards the map; the upstream is not notified under it.
 */
final class SubscriptionBook {
  private static final int MOST_BYTES = 8 * 1024 * 1024;

  /** The size of an entry in addition to its URI. */
  private static final int PLACE_BYTES = 256;

  /** Forwards subscriptions to the upstream. */
  interface Source {
    void subscribe(String uri);

    void unsubscribe(String uri);

    /**
     * The upstream speaks another era now, without the subscriptions of the last one.
     *
     * @param subscribed the resources with subscriptions
     */
    void eraChanged(Set<String> subscribed);
  }

  private final Source source;
  private final ReentrantLock lock = new ReentrantLock();

  /** The holders by URI, each with its principal. */
  @GuardedBy("lock") private final Map<String, Map<Object, String>> holders = new HashMap<>();

  /** By holder the URIs. */
  @GuardedBy("lock") private final Map<Object, Set<String>> uris = new HashMap<>();

  private final Shares room = new Shares(MOST_BYTES);

  /** The changes to forward to the upstream, in the order of their decision. */
  @GuardedBy("lock") private final Deque<Runnable> untold = new ArrayDeque<>();

  @GuardedBy("lock") private boolean isTelling;

  SubscriptionBook(Source source) {
    this.source = source;
  }

  private static int size(String uri) {
    return uri.length() + PLACE_BYTES;
  }

  /** False if the principal has too many subscriptions, or all principals together do. */
  boolean add(Object holder, String principal, String uri) {
    lock.lock();
    try {
      var known = holders.get(uri);
      if (known != null && known.containsKey(holder)) {
        return true;
      }
      if (!room.take(principal, size(uri))) {
        return false;
      }
      if (known == null) {
        untold.add(() -> source.subscribe(uri));
      }
      holders.computeIfAbsent(uri, _ -> new HashMap<>()).put(holder, principal);
      uris.computeIfAbsent(holder, _ -> new HashSet<>()).add(uri);
    } finally {
      lock.unlock();
    }
    tell();
    return true;
  }

  void remove(Object holder, String uri) {
    lock.lock();
    try {
      removeLocked(holder, uri);
    } finally {
      lock.unlock();
    }
    tell();
  }

  /** A holder has gone. */
  void forget(Object holder) {
    lock.lock();
    try {
      // At the end of every modern request, which has no subscriptions as a rule.
      for (var uri : List.copyOf(uris.getOrDefault(holder, Set.of()))) {
        removeLocked(holder, uri);
      }
    } finally {
      lock.unlock();
    }
    tell();
  }

  @GuardedBy("lock") private void removeLocked(Object holder, String uri) {
    var known = holders.get(uri);
    var principal = known == null ? null : known.remove(holder);
    if (known == null || principal == null) {
      return;
    }
    room.give(principal, size(uri));
    uris.computeIfPresent(holder, (_, held) -> held.remove(uri) && held.isEmpty() ? null : held);
    if (known.isEmpty()) {
      holders.remove(uri);
      untold.add(() -> source.unsubscribe(uri));
    }
  }

  /** Forwards changes to the upstream, one at a time and in the order of their decision. */
  private void tell() {
    lock.lock();
    try {
      if (isTelling) {
        return;
      }
      isTelling = true;
    } finally {
      lock.unlock();
    }
    for (var next = nextUntold(); next != null; next = nextUntold()) {
      next.run();
    }
  }

  private @Nullable Runnable nextUntold() {
    lock.lock();
    try {
      var next = untold.poll();
      isTelling = next != null;
      return next;
    } finally {
      lock.unlock();
    }
  }

  /** The upstream speaks another era now: it is told of all resources again. */
  void eraChanged() {
    lock.lock();
    try {
      var subscribed = Set.copyOf(holders.keySet());
      // Between what was decided before and what is decided after.
      untold.add(() -> source.eraChanged(subscribed));
    } finally {
      lock.unlock();
    }
    tell();
  }

  /** {@return the resources that one holder is subscribed to} */
  List<String> urisOf(Object holder) {
    lock.lock();
    try {
      return List.copyOf(uris.getOrDefault(holder, Set.of()));
    } finally {
      lock.unlock();
    }
  }

  boolean holds(Object holder, String uri) {
    lock.lock();
    try {
      var known = holders.get(uri);
      return known != null && known.containsKey(holder);
    } finally {
      lock.unlock();
    }
  }
}

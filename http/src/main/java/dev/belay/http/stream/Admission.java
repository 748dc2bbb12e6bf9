package dev.belay.http.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many sessions are open, in all and for each peer; no more than the bounds allow. */
final class Admission {
  private final StreamBounds bounds;
  private final Map<String, Integer> perPeer = new ConcurrentHashMap<>();
  private final AtomicInteger open = new AtomicInteger();

  Admission(StreamBounds bounds) {
    this.bounds = bounds;
  }

  /** True if one more may be open; {@link #leave} is then owed once. */
  boolean enter(String peer) {
    if (open.incrementAndGet() > bounds.sessions()) {
      open.decrementAndGet();
      return false;
    }
    if (perPeer.merge(peer, 1, Integer::sum) > bounds.sessionsPerPeer()) {
      leave(peer);
      return false;
    }
    return true;
  }

  void leave(String peer) {
    perPeer.computeIfPresent(peer, (_, count) -> count == 1 ? null : count - 1);
    open.decrementAndGet();
  }
}

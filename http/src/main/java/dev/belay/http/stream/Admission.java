package dev.belay.http.stream;

import java.util.concurrent.atomic.AtomicInteger;

/** How many sessions are open, in all and for each peer; no more than the bounds allow. */
final class Admission {
  private final StreamBounds bounds;
  private final Shares<String> perPeer;
  private final AtomicInteger open = new AtomicInteger();

  Admission(StreamBounds bounds) {
    this.bounds = bounds;
    perPeer = new Shares<>(bounds.sessionsPerPeer());
  }

  /** True if one more may be open; {@link #leave} is then owed once. */
  boolean enter(String peer) {
    if (open.incrementAndGet() > bounds.sessions()) {
      open.decrementAndGet();
      return false;
    }
    if (!perPeer.enter(peer)) {
      open.decrementAndGet();
      return false;
    }
    return true;
  }

  void leave(String peer) {
    perPeer.leave(peer);
    open.decrementAndGet();
  }
}

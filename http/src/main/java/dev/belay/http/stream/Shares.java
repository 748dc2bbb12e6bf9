package dev.belay.http.stream;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** How much each of many has open, nobody more than the bound. Safe for use by many threads. */
final class Shares<K> {
  private final Map<K, Integer> open = new ConcurrentHashMap<>();
  private final int most;

  Shares(int most) {
    this.most = most;
  }

  /** True if that one may have one more open; {@link #leave} is then owed once. */
  boolean enter(K who) {
    if (open.merge(who, 1, Integer::sum) > most) {
      leave(who);
      return false;
    }
    return true;
  }

  void leave(K who) {
    open.computeIfPresent(who, (_, count) -> count == 1 ? null : count - 1);
  }
}

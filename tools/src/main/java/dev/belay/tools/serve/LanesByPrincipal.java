package dev.belay.tools.serve;

import dev.belay.core.lane.Lanes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lanes of each principal: exclusive calls of one hold its other calls back, and nobody else's
 * (C19). Kept while a call of theirs runs. Safe for use by many threads.
 */
final class LanesByPrincipal {
  private record Used(Lanes lanes, int calls) {}

  private final Map<String, Used> used = new ConcurrentHashMap<>();

  /** {@return the lanes of somebody's call; {@link #leave} is owed when it ends} */
  Lanes enter(String principal) {
    return used.merge(
            principal, new Used(new Lanes(), 1), (now, _) -> new Used(now.lanes, now.calls + 1))
        .lanes;
  }

  void leave(String principal) {
    used.computeIfPresent(
        principal, (_, now) -> now.calls == 1 ? null : new Used(now.lanes, now.calls - 1));
  }
}

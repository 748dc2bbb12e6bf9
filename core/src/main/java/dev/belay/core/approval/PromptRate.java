package dev.belay.core.approval;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The calls of the last minute for which people were asked, by principal. Bounded; used by one
 * thread at a time.
 */
final class PromptRate {
  static final Duration WINDOW = Duration.ofMinutes(1);

  /** The most within a minute, of all principals. */
  static final int MOST = 10_000;

  private record Prompt(String principal, long at) {}

  /** All of them, the oldest first. */
  private final ArrayDeque<Prompt> all = new ArrayDeque<>();

  /** The times of the same, by principal. */
  private final Map<String, ArrayDeque<Long>> own = new HashMap<>();

  /**
   * Counts one more, if there is room for it.
   *
   * @param most the most of one principal within a minute
   * @param now a reading of the clock
   * @return zero if it was counted; otherwise how long until there is room
   */
  Duration count(String principal, int most, long now) {
    forget(now);
    var times = own.get(principal);
    int size = times == null ? 0 : times.size();
    if (times != null && size >= most) {
      // Several have to leave where the bound is lower than it was.
      return left(times.stream().skip(size - most).findFirst().orElse(now), now);
    }
    if (all.size() >= MOST) {
      return left(all.getFirst().at, now);
    }
    all.add(new Prompt(principal, now));
    own.computeIfAbsent(principal, _ -> new ArrayDeque<>()).add(now);
    return Duration.ZERO;
  }

  private void forget(long now) {
    while (!all.isEmpty() && !left(all.getFirst().at, now).isPositive()) {
      own.computeIfPresent(
          all.removeFirst().principal,
          (_, times) -> {
            times.removeFirst();
            return times.isEmpty() ? null : times;
          });
    }
  }

  private static Duration left(long at, long now) {
    return WINDOW.minusNanos(now - at);
  }
}

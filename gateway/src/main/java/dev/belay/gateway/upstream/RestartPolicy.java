package dev.belay.gateway.upstream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Decides when a server is restarted: at once, then with growing pauses; after {@link #CRASHES}
 * crashes within {@link #WINDOW}, not before {@link #DOWN} has passed (P11). A replaced server did
 * not fail its callers, so they wait at most {@link #LONGEST} (C34).
 *
 * <p>Guarded by the lock of its user.
 */
final class RestartPolicy {
  static final int CRASHES = 5;
  static final Duration WINDOW = Duration.ofSeconds(60);
  static final Duration DOWN = Duration.ofSeconds(30);

  /** The longest pause before a replacement. */
  static final Duration LONGEST = Duration.ofSeconds(5);

  /** The pause before the second restart in a window; it doubles from there. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  /** What to do about a crash. */
  sealed interface Verdict {
    /** Start again after a pause, which may be zero. */
    record Again(Duration pause) implements Verdict {}

    /** Stay down for a while. */
    record StayDown(Duration pause) implements Verdict {}
  }

  /** The times of restarts within the last {@link #WINDOW}. */
  private final Deque<Long> starts = new ArrayDeque<>();

  /** Counts a crash at {@code now}, in nanoseconds of the monotonic clock. */
  Verdict crashed(long now) {
    int recent = count(now);
    if (recent >= CRASHES) {
      starts.clear();
      return new Verdict.StayDown(DOWN);
    }
    return new Verdict.Again(pause(recent));
  }

  /** Counts a replacement at {@code now}, and returns the pause before it. */
  Duration replaced(long now) {
    var pause = pause(count(now));
    return pause.compareTo(LONGEST) < 0 ? pause : LONGEST;
  }

  private int count(long now) {
    while (!starts.isEmpty() && now - starts.peekFirst() > WINDOW.toNanos()) {
      starts.removeFirst();
    }
    starts.addLast(now);
    return starts.size();
  }

  private static Duration pause(int recent) {
    return recent == 1 ? Duration.ZERO : FIRST_PAUSE.multipliedBy(1L << Math.min(recent - 2, 30));
  }
}

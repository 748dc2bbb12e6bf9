package dev.belay.gateway.upstream;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When to start a server again: at once, then with growing pauses. After {@link #CRASHES} crashes
 * within {@link #WINDOW} that is not before {@link #DOWN} has passed (P11). One that was replaced
 * did not fail its callers, so they wait {@link #LONGEST} at most (C34).
 *
 * <p>The lock of its user guards it.
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

  /** When it was started again, in the last {@link #WINDOW}. */
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

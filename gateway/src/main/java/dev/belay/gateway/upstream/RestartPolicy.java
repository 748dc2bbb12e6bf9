package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When to start a crashed server again: at once, then with growing pauses, and after {@link
 * #CRASHES} crashes within {@link #WINDOW} not before {@link #DOWN} has passed (P11).
 */
final class RestartPolicy {
  static final int CRASHES = 5;
  static final Duration WINDOW = Duration.ofSeconds(60);
  static final Duration DOWN = Duration.ofSeconds(30);

  /** The pause before the second restart in a window; it doubles from there. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);

  /** What to do about a crash. */
  sealed interface Verdict {
    /** Start again after a pause, which may be zero. */
    record Again(Duration pause) implements Verdict {}

    /** Stay down for a while. */
    record StayDown(Duration pause) implements Verdict {}
  }

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Long> crashes = new ArrayDeque<>();

  /** Counts a crash at {@code now}, in nanoseconds of the monotonic clock. */
  Verdict crashed(long now) {
    lock.lock();
    try {
      while (!crashes.isEmpty() && now - crashes.peekFirst() > WINDOW.toNanos()) {
        crashes.removeFirst();
      }
      crashes.addLast(now);
      int recent = crashes.size();
      if (recent >= CRASHES) {
        crashes.clear();
        return new Verdict.StayDown(DOWN);
      }
      return new Verdict.Again(
          recent == 1 ? Duration.ZERO : FIRST_PAUSE.multipliedBy(1L << (recent - 2)));
    } finally {
      lock.unlock();
    }
  }
}

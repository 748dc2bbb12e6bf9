package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When which calls ran on one process, as far back as it matters: to tell whether something was
 * started during one call alone (C33).
 *
 * <p>Bounded: once the {@link #MOST} newest do not reach back far enough, nothing is said to be one
 * call's alone.
 */
final class CallTimes {
  private static final int MOST = 1_024;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Deque<Span> spans = new ArrayDeque<>();

  @GuardedBy("lock") private long knownFrom = Long.MIN_VALUE;

  /** One call's time on the process; open until it is ended. */
  static final class Span {
    final long from;
    private volatile long to = Long.MAX_VALUE;

    private Span(long from) {
      this.from = from;
    }

    void end(long now) {
      to = now;
    }

    private boolean overlaps(long start, long end) {
      return from <= end && start <= to;
    }
  }

  Span begin(long now) {
    var span = new Span(now);
    lock.lock();
    try {
      spans.addLast(span);
      if (spans.size() > MOST) {
        knownFrom = spans.removeFirst().to;
      }
      return span;
    } finally {
      lock.unlock();
    }
  }

  /** True if {@code mine} ran at some time from {@code start} to {@code end}, and no other did. */
  boolean wasAlone(Span mine, long start, long end) {
    lock.lock();
    try {
      if (!mine.overlaps(start, end) || start <= knownFrom) {
        return false;
      }
      for (var span : spans) {
        if (span != mine && span.overlaps(start, end)) {
          return false;
        }
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}

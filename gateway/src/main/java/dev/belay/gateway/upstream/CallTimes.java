package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;

/**
 * When which calls ran on one process, as far back as it matters: to tell whether something was
 * started during one call alone (C33).
 *
 * <p>Bounded: of the calls that have ended the {@link #MOST} that ended last are known; of a time
 * before that nothing is said to be one call's alone. A call that runs is never forgotten.
 */
final class CallTimes {
  private static final int MOST = 1_024;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Set<Span> open = new HashSet<>();

  /** In the order of their ends. */
  @GuardedBy("lock") private final Deque<Span> ended = new ArrayDeque<>();

  @GuardedBy("lock") private long knownFrom = Long.MIN_VALUE;

  /** One call's time on the process; open until it is ended. */
  static final class Span {
    private final CallTimes times;
    private final long from;
    private volatile long to = Long.MAX_VALUE;

    private Span(CallTimes times, long from) {
      this.times = times;
      this.from = from;
    }

    /** Ends it; only the first end counts. */
    void end(long now) {
      times.end(this, now);
    }

    private boolean overlaps(long start, long end) {
      return from <= end && start <= to;
    }
  }

  Span begin(long now) {
    var span = new Span(this, now);
    lock.lock();
    try {
      open.add(span);
      return span;
    } finally {
      lock.unlock();
    }
  }

  private void end(Span span, long now) {
    lock.lock();
    try {
      if (!open.remove(span)) {
        return;
      }
      span.to = now;
      ended.addLast(span);
      if (ended.size() > MOST) {
        knownFrom = Math.max(knownFrom, ended.removeFirst().to);
      }
    } finally {
      lock.unlock();
    }
  }

  /** True if {@code mine} ran at some time from {@code start} to {@code end}, and no other did. */
  boolean wasAlone(Span mine, long start, long end) {
    lock.lock();
    try {
      return mine.overlaps(start, end)
          && start > knownFrom
          && isOnly(mine, open, start, end)
          && isOnly(mine, ended, start, end);
    } finally {
      lock.unlock();
    }
  }

  private static boolean isOnly(Span mine, Collection<Span> spans, long start, long end) {
    for (var span : spans) {
      if (span != mine && span.overlaps(start, end)) {
        return false;
      }
    }
    return true;
  }
}

package dev.belay.gateway.breaker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A circuit breaker: refuses calls to a server that fails repeatedly, for a while, so that callers
 * do not wait for it and it is not restarted over and over.
 *
 * <p>Counts failures of the server as a whole: it ends, cannot be reached, or sends no valid
 * answer. A tool's own error is an answer like any other. Concurrency: {@code lock} guards all
 * state.
 */
public final class Breaker {
  /** The number of last calls that are counted, and the least number for a decision. */
  static final int WINDOW = 20;

  static final int LEAST = 10;

  /** How long it stays open at first; doubled by each failed trial. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** How long a trial may run without a sign of life before another call may try as well. */
  static final Duration TRIAL = Duration.ofSeconds(10);

  private final Time time;
  private final String server;
  private final ReentrantLock lock = new ReentrantLock();

  /** For each of the last calls, whether it failed. */
  @GuardedBy("lock") private final Deque<Boolean> last = new ArrayDeque<>();

  @GuardedBy("lock") private int failures;

  @GuardedBy("lock") private boolean open;

  /**
   * Counts openings and closings: the results of calls admitted in an earlier round are ignored.
   */
  @GuardedBy("lock") private long round;

  /** While it is open, the time from which a call may try. */
  @GuardedBy("lock") private Deadline until = Deadline.NEVER;

  @GuardedBy("lock") private boolean trying;

  @GuardedBy("lock") private Duration pause = PAUSE;

  @GuardedBy("lock") private String why = "";

  /** Creates a closed breaker. */
  public Breaker(String server, Time time) {
    this.server = server;
    this.time = time;
  }

  /** The decision about a call to the server. */
  public sealed interface Entry {
    /**
     * The call is refused.
     *
     * @param why the reason, and when the server is tried again
     */
    record Refused(String why) implements Entry {}
  }

  /** Admits or refuses a call. */
  public Entry enter() {
    long now = time.nanos();
    lock.lock();
    try {
      if (open) {
        if (!until.isDue(now)) {
          return new Entry.Refused(refusalLocked(now));
        }
        // A trial may be a tool that takes an hour. Without a sign of life by then, another is
        // admitted.
        trying = true;
        until = Deadline.after(now, TRIAL);
      }
      return new Admission(round, open);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private String refusalLocked(long now) {
    var when =
        trying
            ? "It is being tried again now"
            : "It is tried again in "
                + Math.max(1, Duration.ofNanos(until.nanos() - now).plusMillis(999).toSeconds())
                + " s";
    return "The server \""
        + server
        + "\" failed "
        + failures
        + " of its last "
        + last.size()
        + " calls, so it is left alone for now. "
        + when
        + ". The last failure: "
        + why;
  }

  /** An admitted call, which must end with one of the methods below. */
  public final class Admission implements Entry {
    private final long since;
    private final boolean isTrial;
    private volatile boolean shown;

    private Admission(long since, boolean isTrial) {
      this.since = since;
      this.isTrial = isTrial;
    }

    /** The server has reported progress: it works, regardless of the call's outcome. Cheap. */
    public void progressed() {
      if (isTrial && !shown) {
        shown = true;
        answered();
      }
    }

    /** The server has answered, with a result or an error. */
    public void answered() {
      lock.lock();
      try {
        if (since != round) {
          return;
        }
        if (isTrial) {
          closeLocked();
        } else {
          noteLocked(false);
        }
      } finally {
        lock.unlock();
      }
    }

    /** The server has failed; {@code reason} is for people, and only its first line is kept. */
    public void failed(String reason) {
      lock.lock();
      try {
        if (since != round) {
          return;
        }
        why = reason.lines().findFirst().orElse("");
        if (isTrial) {
          var longer = pause.multipliedBy(2);
          openLocked(longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer);
          return;
        }
        noteLocked(true);
        if (last.size() >= LEAST && failures * 2 >= last.size()) {
          openLocked(PAUSE);
        }
      } finally {
        lock.unlock();
      }
    }

    /** The call has ended without evidence about the server. */
    public void unjudged() {
      lock.lock();
      try {
        if (since == round && isTrial) {
          // The next call tries.
          until = new Deadline(time.nanos(), false);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  @GuardedBy("lock") private void noteLocked(boolean failure) {
    last.addLast(failure);
    failures += failure ? 1 : 0;
    if (last.size() > WINDOW && last.removeFirst()) {
      failures--;
    }
  }

  @GuardedBy("lock") private void openLocked(Duration length) {
    open = true;
    trying = false;
    round++;
    pause = length;
    until = Deadline.after(time.nanos(), length);
  }

  @GuardedBy("lock") private void closeLocked() {
    open = false;
    trying = false;
    round++;
    failures = 0;
    last.clear();
  }

  /** {@return its figures} */
  public BreakerFigures figures() {
    long now = time.nanos();
    lock.lock();
    try {
      var state =
          !open
              ? BreakerFigures.State.CLOSED
              : trying || until.isDue(now)
                  ? BreakerFigures.State.HALF_OPEN
                  : BreakerFigures.State.OPEN;
      return new BreakerFigures(state, failures, last.size());
    } finally {
      lock.unlock();
    }
  }
}

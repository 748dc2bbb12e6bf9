package dev.belay.gateway.breaker;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Refuses calls to a server that fails call after call, for a while, so that nobody waits for it
 * and it is not started over and over.
 *
 * <p>What counts is what the server does as a whole: that it ends, cannot be reached, or sends what
 * is no answer. A tool's own error is an answer like any other. Concurrency: {@code lock} guards
 * all.
 */
public final class Breaker {
  /** How many of the last calls are looked at, and how many there must be. */
  static final int WINDOW = 20;

  static final int LEAST = 10;

  /** How long it stays open at first; twice as long with each trial that fails. */
  static final Duration PAUSE = Duration.ofSeconds(10);

  static final Duration LONGEST_PAUSE = Duration.ofSeconds(60);

  /** How long a trial may take to show something before another call tries as well. */
  static final Duration TRIAL = Duration.ofSeconds(10);

  private final Time time;
  private final String server;
  private final ReentrantLock lock = new ReentrantLock();

  /** Of each of the last calls, whether it failed. */
  @GuardedBy("lock") private final Deque<Boolean> last = new ArrayDeque<>();

  @GuardedBy("lock") private int failures;

  @GuardedBy("lock") private boolean open;

  /** Counts its openings and closings: what was let through in another round decides nothing. */
  @GuardedBy("lock") private long round;

  /** While it is open, when a call may try. */
  @GuardedBy("lock") private Deadline until = Deadline.NEVER;

  @GuardedBy("lock") private boolean trying;

  @GuardedBy("lock") private Duration pause = PAUSE;

  @GuardedBy("lock") private String why = "";

  /** Begins closed. */
  public Breaker(String server, Time time) {
    this.server = server;
    this.time = time;
  }

  /** What becomes of a call that wants to go to the server. */
  public sealed interface Entry {
    /**
     * It may not.
     *
     * @param why the reason, and when the server is tried again
     */
    record Refused(String why) implements Entry {}
  }

  /** Lets a call through, or not. */
  public Entry enter() {
    long now = time.nanos();
    lock.lock();
    try {
      if (open) {
        if (!until.isDue(now)) {
          return new Entry.Refused(refusalLocked(now));
        }
        // A trial may be a tool that takes an hour. If it has shown nothing by then, one more goes.
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

  /** A call that was let through, which must then end with one of the words below. */
  public final class Admission implements Entry {
    private final long since;
    private final boolean isTrial;
    private volatile boolean shown;

    private Admission(long since, boolean isTrial) {
      this.since = since;
      this.isTrial = isTrial;
    }

    /** The server has reported progress: it works, whatever becomes of the call. Cheap. */
    public void progressed() {
      if (isTrial && !shown) {
        shown = true;
        answered();
      }
    }

    /** The server has answered, whatever it said. */
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

    /** The server has failed; {@code reason} is for people, its first line is enough. */
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

    /** The call has ended by something that says nothing of the server. */
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

  /** {@return how it stands} */
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

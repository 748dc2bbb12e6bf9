package dev.belay.core.call;

import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Fires limits: while any call has one, examines every call each {@code period}, or sooner if a
 * limit is due sooner; otherwise it sleeps.
 *
 * <p>A limit costs its call one field and no timer, so there is nothing to disarm and no race with
 * disarming. The sweeper also notices when the whole process stood still (stopped, suspended, a
 * long pause): then no call is judged until {@link #DRAIN} has passed, in which readers take in
 * what arrived meanwhile, and silence counts from the end of the stall (P4).
 *
 * <p>Concurrency: {@link #sweep} never runs twice at once: it alone arms the next run, and {@code
 * armed} lets a single outside thread arm the first.
 */
final class Sweeper {
  /** A sweep this late is a stall. Shorter delays are normal on a loaded machine. */
  static final Duration STALL = Duration.ofSeconds(1);

  /** How long readers get after a stall before any call is judged. */
  static final Duration DRAIN = Duration.ofMillis(250);

  private final Time time;
  private final CallDirectory directory;
  private final Governor governor;
  private final Duration period;
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile long plannedAt;
  private volatile long stallEnd;
  private volatile long judgeFrom;

  Sweeper(Governor governor, CallDirectory directory, Duration period) {
    this.governor = governor;
    this.directory = directory;
    this.period = period;
    time = governor.time();
    stallEnd = time.nanos();
    judgeFrom = stallEnd;
  }

  /** Arms the sweeper: some call has, or may have, a limit now. */
  void arm() {
    if (!armed.get() && armed.compareAndSet(false, true)) {
      schedule(time.nanos(), period);
    }
  }

  private void schedule(long now, Duration delay) {
    plannedAt = now + delay.toNanos();
    var _ = time.after(delay, this::sweep);
  }

  private void sweep() {
    boolean done = false;
    try {
      look();
      done = true;
    } finally {
      if (!done) {
        // Otherwise one defect would end the limits of all calls permanently.
        schedule(time.nanos(), period);
      }
    }
  }

  private void look() {
    long now = time.nanos();
    if (now - plannedAt > STALL.toNanos()) {
      // A stall within the drain of another gets no drain of its own: otherwise a machine that
      // stalls repeatedly would never judge any call.
      if (judgeFrom - plannedAt < 0) {
        judgeFrom = now + DRAIN.toNanos();
      }
      stallEnd = now;
    }
    var next = judgeFrom - now > 0 ? new Deadline(judgeFrom, false) : judgeAll(now);
    if (!next.isNever()) {
      long end = time.nanos();
      schedule(end, pause(next.left(end), Duration.ofNanos(end - now)));
      return;
    }
    armed.set(false);
    // Races with a call that got its limit after it was examined, and found armed still set.
    if (!soonest().isNever()) {
      arm();
    }
  }

  /**
   * Returns the time until the next limit, but at most a period, and at least four times the length
   * of a sweep.
   */
  private Duration pause(Duration left, Duration took) {
    // With very many calls some limit is always near: back-to-back sweeps would occupy a core.
    var rest = shorter(Duration.ofNanos(4 * took.toNanos()), period);
    var soon = shorter(left, period);
    return soon.compareTo(rest) < 0 ? rest : soon;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private Deadline judgeAll(long now) {
    var next = Deadline.NEVER;
    for (var call : directory.calls()) {
      next = next.orSooner(judge(call, now));
    }
    return next;
  }

  private Deadline soonest() {
    var next = Deadline.NEVER;
    for (var call : directory.calls()) {
      next = next.orSooner(due(call));
    }
    return next;
  }

  private Deadline judge(Call call, long now) {
    var due = due(call);
    if (!due.isDue(now)) {
      return due;
    }
    var wait = call.gateWait();
    if (wait != null) {
      if (!wait.due().isDue(now)) {
        // The call: it has passed the gate that was due, and reached the next one.
        return wait.due();
      }
      // Only from this very wait: a call that has just passed the gate may run.
      governor.expire(call, wait);
      return Deadline.NEVER;
    }
    var limit = call.clock().due(now, stallEnd);
    // Null if a heartbeat came between the two looks.
    if (limit != null) {
      governor.end(call, timedOut(call, limit, now));
    }
    return Deadline.NEVER;
  }

  long stallEnd() {
    return stallEnd;
  }

  private Deadline due(Call call) {
    if (call.isSettled()) {
      return Deadline.NEVER;
    }
    var wait = call.gateWait();
    if (wait != null) {
      return wait.due();
    }
    return call.clock().idleDue(stallEnd).orSooner(call.clock().totalDue());
  }

  private static Outcome timedOut(Call call, Limit limit, long now) {
    var limits = call.limits();
    var allowed =
        switch (limit) {
          case IDLE -> limits.idleTimeout();
          case TOTAL -> limits.timeout();
        };
    var elapsed = Duration.ofNanos(now - call.clock().startedAt());
    return new Outcome.TimedOut(limit, allowed, elapsed, call.lastWord().orElse(null));
  }
}

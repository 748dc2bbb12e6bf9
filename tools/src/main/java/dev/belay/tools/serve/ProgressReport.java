package dev.belay.tools.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.progress.SilenceAlarm;
import dev.belay.mcp.server.Exchange;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reports a call's progress to a client that asked for it: with rising values, as the protocol
 * demands, and at most twenty times a second, except for the report of completion. After a silence
 * the client hears that the call still runs (C16).
 *
 * <p>Concurrency: {@code lock} guards all fields; sending is queueing, which does not block.
 */
final class ProgressReport {
  private static final int MOST = 20;
  private static final long EACH = Duration.ofMillis(50).toNanos();

  /** The increment of a report without a number over the tool's last number. */
  private static final double STEP = 0.001;

  private static final double STEPS = 1 / STEP;

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final KeepAlive keepAlive;
  private final long startedAt;

  /** The time up to which the reports sent have used the rate. */
  @GuardedBy("lock") private long paidUntil;

  @GuardedBy("lock") private double told = Double.NEGATIVE_INFINITY;

  @GuardedBy("lock") private boolean hasNumbers;

  /** Active while a request that asked for progress waits. */
  @GuardedBy("lock") private @Nullable SilenceAlarm silence;

  ProgressReport(Time time, KeepAlive keepAlive) {
    this.time = time;
    this.keepAlive = keepAlive;
    startedAt = time.nanos();
    paidUntil = startedAt;
  }

  /** A request waits for the call from now on, until {@link #rests}. */
  void begins(Exchange client) {
    if (!client.wantsProgress()) {
      return;
    }
    lock.lock();
    try {
      if (silence == null) {
        silence = SilenceAlarm.start(keepAlive, time, () -> stillRuns(client));
      }
    } finally {
      lock.unlock();
    }
  }

  /** The wait or the call has ended. */
  void rests() {
    lock.lock();
    try {
      if (silence != null) {
        silence.close();
        silence = null;
      }
    } finally {
      lock.unlock();
    }
  }

  private void stillRuns(Exchange client) {
    lock.lock();
    try {
      if (silence != null) {
        told = moreLocked(STEP);
        var elapsed = Duration.ofNanos(time.nanos() - startedAt);
        client.progress(told, Double.NaN, KeepAlive.text(elapsed));
      }
    } finally {
      lock.unlock();
    }
  }

  void tell(
      Exchange client, @Nullable Double done, @Nullable Double total, @Nullable String message) {
    if (!client.wantsProgress()) {
      return;
    }
    lock.lock();
    try {
      boolean isLast = done != null && done.equals(total);
      if (!mayTellLocked() && !isLast) {
        return;
      }
      hasNumbers |= done != null;
      told = done != null && done > told ? done : moreLocked(hasNumbers ? STEP : 1);
      client.progress(told, total == null ? Double.NaN : total, message);
      if (silence != null) {
        silence.spoke();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the sum in whole steps for readability, but always a greater value. */
  @GuardedBy("lock") private double moreLocked(double by) {
    double than = told == Double.NEGATIVE_INFINITY ? 0 : told;
    return Math.max(Math.rint((than + by) * STEPS) / STEPS, Math.nextUp(than));
  }

  @GuardedBy("lock") private boolean mayTellLocked() {
    long now = time.nanos();
    if (paidUntil - now > (MOST - 1) * EACH) {
      return false;
    }
    paidUntil = Math.max(paidUntil, now) + EACH;
    return true;
  }
}

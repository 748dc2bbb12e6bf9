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
 * Tells a client that asked for progress how far its call got: with values that only rise, as the
 * protocol wants them, and not more than twenty times a second, but for the word that all is done.
 * A client that has heard nothing for a while hears that the call still runs (C16).
 *
 * <p>Concurrency: {@code lock} guards all fields; sending is queueing, which does not block.
 */
final class ProgressReport {
  private static final int MOST = 20;
  private static final long EACH = Duration.ofMillis(50).toNanos();

  /** What a word that names no number adds to one that a tool has named. */
  private static final double STEP = 0.001;

  private static final double STEPS = 1 / STEP;

  private final ReentrantLock lock = new ReentrantLock();
  private final Time time;
  private final KeepAlive keepAlive;
  private final long startedAt;

  /** Up to when what was told is paid for. */
  @GuardedBy("lock") private long paidUntil;

  @GuardedBy("lock") private double told = Double.NEGATIVE_INFINITY;

  @GuardedBy("lock") private boolean hasNumbers;

  /** Rings while a request waits that asked for progress. */
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

  /** Nobody waits, or the call is over. */
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

  /** The sum in whole steps, so that it reads well; but more it must be. */
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

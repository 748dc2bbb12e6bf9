package dev.belay.tools.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.server.Exchange;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client how far its call got: with values that only rise, as the protocol wants them, and
 * not more than twenty times a second, but for the word that all is done.
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

  /** Up to when what was told is paid for. */
  @GuardedBy("lock") private long paidUntil;

  @GuardedBy("lock") private double told;

  @GuardedBy("lock") private boolean hasNumbers;

  ProgressReport(Time time) {
    this.time = time;
    paidUntil = time.nanos();
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
      told = done != null && done > told ? done : more(told, hasNumbers ? STEP : 1);
      client.progress(told, total == null ? Double.NaN : total, message);
    } finally {
      lock.unlock();
    }
  }

  /** The sum in whole steps, so that it reads well; but more it must be. */
  private static double more(double than, double by) {
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

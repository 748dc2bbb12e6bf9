package dev.belay.mcp.progress;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Rings when nothing was said for too long, until it is closed.
 *
 * <p>Concurrency: {@code lock} guards the timer, and is not held while somebody is told. What is
 * told just before the close may come after it: whoever is told looks whether that matters.
 */
public final class SilenceAlarm implements AutoCloseable {
  private final ReentrantLock lock = new ReentrantLock();
  private final KeepAlive terms;
  private final Time time;
  private final Runnable rung;
  private final long startedAt;

  /** Written by whoever speaks, without the lock: a ring that just missed it does no harm. */
  private volatile long spokeAt;

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private boolean closed;

  private SilenceAlarm(KeepAlive terms, Time time, Runnable rung) {
    this.terms = terms;
    this.time = time;
    this.rung = rung;
    startedAt = time.nanos();
    spokeAt = startedAt;
  }

  /**
   * Begins to listen.
   *
   * @param rung told on a timer's thread each time; must not block
   */
  public static SilenceAlarm start(KeepAlive terms, Time time, Runnable rung) {
    var alarm = new SilenceAlarm(terms, time, rung);
    if (!terms.isOff()) {
      alarm.arm(terms.first());
    }
    return alarm;
  }

  private void arm(Duration delay) {
    lock.lock();
    try {
      if (!closed) {
        timer = time.after(delay, this::ring);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Something was said, so that there is no need to ring for a while. */
  public void spoke() {
    spokeAt = time.nanos();
  }

  private void ring() {
    long now = time.nanos();
    var silent = Duration.ofNanos(now - spokeAt);
    var allowed = spokeAt == startedAt ? terms.first() : terms.interval();
    if (silent.compareTo(allowed) < 0) {
      arm(terms.interval().minus(silent));
      return;
    }
    spokeAt = now;
    rung.run();
    arm(terms.interval());
  }

  /** {@return how long it has listened} */
  public Duration elapsed() {
    return Duration.ofNanos(time.nanos() - startedAt);
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      if (timer != null) {
        timer.close();
      }
    } finally {
      lock.unlock();
    }
  }
}

package dev.belay.mcp.progress;

import dev.belay.core.time.Time;
import java.time.Duration;

/**
 * Fires after each silence of some length, until closed.
 *
 * <p>Safe for use by many threads. A run that began just before the close may end after it: the
 * listener checks whether that matters.
 */
public final class SilenceAlarm implements AutoCloseable {
  private final KeepAlive terms;
  private final Time time;
  private final Runnable rung;
  private final long startedAt;
  private final Time.Timer timer;

  /** Written without a lock: a run that just missed it does no harm. */
  private volatile long spokeAt;

  private SilenceAlarm(KeepAlive terms, Time time, Runnable rung) {
    this.terms = terms;
    this.time = time;
    this.rung = rung;
    startedAt = time.nanos();
    spokeAt = startedAt;
    timer = terms.isOff() ? () -> {} : time.repeat(terms.first(), this::look);
  }

  /**
   * Starts an alarm.
   *
   * @param rung called on a timer's thread each time; must not block
   */
  public static SilenceAlarm start(KeepAlive terms, Time time, Runnable rung) {
    return new SilenceAlarm(terms, time, rung);
  }

  /** Records a message, which postpones the next run. */
  public void spoke() {
    spokeAt = time.nanos();
  }

  private Duration look() {
    long now = time.nanos();
    var silent = Duration.ofNanos(now - spokeAt);
    var allowed = spokeAt == startedAt ? terms.first() : terms.interval();
    if (silent.compareTo(allowed) < 0) {
      return terms.interval().minus(silent);
    }
    spokeAt = now;
    rung.run();
    return terms.interval();
  }

  /** {@return the time since its start} */
  public Duration elapsed() {
    return Duration.ofNanos(time.nanos() - startedAt);
  }

  @Override
  public void close() {
    timer.close();
  }
}

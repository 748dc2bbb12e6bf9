package dev.belay.observe.health;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Logs a line at fixed intervals while there is traffic: without traffic, there is no line and no
 * timer (S4-18, S4-20).
 *
 * <p>The moments lie on one grid, counted from the start, so that lines of many hours can be
 * compared. Safe for use by many threads.
 */
public final class PeriodicLine implements AutoCloseable {
  private final Time time;
  private final Duration interval;
  private final Supplier<String> line;
  private final Consumer<String> log;
  private final long origin;
  private final AtomicBoolean armed = new AtomicBoolean();
  private volatile boolean closed;

  /**
   * Logs nothing before the first traffic.
   *
   * @param interval zero disables the line
   */
  public PeriodicLine(Time time, Duration interval, Supplier<String> line, Consumer<String> log) {
    this.time = time;
    this.interval = interval;
    this.line = line;
    this.log = log;
    origin = time.nanos();
  }

  /** Records traffic: the line is due at the next moment of the grid. */
  public void onTraffic() {
    if (!armed.get() && !interval.isZero() && armed.compareAndSet(false, true)) {
      long past = (time.nanos() - origin) % interval.toNanos();
      var _ = time.after(interval.minusNanos(past), this::say);
    }
  }

  private void say() {
    // First, so that traffic from now on gets the next line, even if this one fails.
    armed.set(false);
    if (!closed) {
      log.accept(line.get());
    }
  }

  /** Logs nothing any more. */
  @Override
  public void close() {
    closed = true;
  }
}

package dev.belay.observe.health;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A line of the log at fixed intervals, as long as there is traffic: without any, nothing is said
 * and no timer is armed (S4-18, S4-20).
 *
 * <p>The moments lie on one grid, counted from the start, so that lines of many hours can be set
 * beside each other. Safe for use by many threads.
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
   * Says nothing yet.
   *
   * @param interval zero is never
   */
  public PeriodicLine(Time time, Duration interval, Supplier<String> line, Consumer<String> log) {
    this.time = time;
    this.interval = interval;
    this.line = line;
    this.log = log;
    origin = time.nanos();
  }

  /** There was traffic: the line is due at the next moment of the grid. */
  public void onTraffic() {
    if (!armed.get() && !interval.isZero() && armed.compareAndSet(false, true)) {
      long past = (time.nanos() - origin) % interval.toNanos();
      var _ = time.after(interval.minusNanos(past), this::say);
    }
  }

  private void say() {
    // First, so that traffic from now on has the next line, whatever becomes of this one.
    armed.set(false);
    if (!closed) {
      log.accept(line.get());
    }
  }

  /** Says nothing any more. */
  @Override
  public void close() {
    closed = true;
  }
}

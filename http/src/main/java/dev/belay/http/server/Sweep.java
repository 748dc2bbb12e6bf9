package dev.belay.http.server;

import dev.belay.core.time.Time;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;

/**
 * Looks at every connection once per period: the one timer of a server.
 *
 * <p>Where the process itself stood still, no connection is judged for that time: what arrived
 * meanwhile is read first.
 */
final class Sweep implements AutoCloseable {
  /** Periods between two sweeps from which on the process itself was late. */
  private static final int STALL = 3;

  private final Serving serving;
  private final Loops loops;
  private final DateLine date;
  private final Duration period;
  private final Time.Timer timer;

  /** Touched by one run after the other. */
  private long last;

  private Sweep(Serving serving, Loops loops, DateLine date) {
    this.serving = serving;
    this.loops = loops;
    this.date = date;
    period = serving.bounds().patience().sweep();
    last = serving.time().nanos();
    timer = serving.time().every(period, this::run);
  }

  static Sweep start(Serving serving, Loops loops, DateLine date) {
    return new Sweep(serving, loops, date);
  }

  @Override
  public void close() {
    timer.close();
  }

  private void run() {
    long now = serving.time().nanos();
    boolean stalled = now - last > STALL * period.toNanos();
    last = now;
    date.refresh();
    for (EventExecutor loop : loops.group()) {
      try {
        loop.execute(() -> sweep(loop, now, stalled));
      } catch (RejectedExecutionException e) {
        // The server ends meanwhile, and closes all connections itself.
      }
    }
  }

  private void sweep(EventExecutor loop, long now, boolean stalled) {
    for (Connection connection : serving.census().connections()) {
      if (connection.isOn(loop)) {
        connection.sweep(now, stalled);
      }
    }
  }
}

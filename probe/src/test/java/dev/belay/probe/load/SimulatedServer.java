package dev.belay.probe.load;

import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/** A server in virtual time with a fixed concurrency and a fixed duration of each request. */
public final class SimulatedServer implements Attempt {
  private final Time time;
  private final Semaphore desks;
  private final Duration work;
  private long pauseFrom = Long.MAX_VALUE;
  private long pauseTo = Long.MAX_VALUE;

  public SimulatedServer(Time time, int desks, Duration work) {
    this.time = time;
    this.desks = new Semaphore(desks, true);
    this.work = work;
  }

  @Override
  public @Nullable String run() throws InterruptedException {
    desks.acquire();
    try {
      long now = time.nanos();
      if (now >= pauseFrom && now < pauseTo) {
        time.sleep(Duration.ofNanos(pauseTo - now));
      }
      time.sleep(work);
      return null;
    } finally {
      desks.release();
    }
  }

  /** Starts no requests for a while from a moment on. */
  public void pauseAt(Duration from, Duration pause) {
    pauseFrom = from.toNanos();
    pauseTo = from.plus(pause).toNanos();
  }
}

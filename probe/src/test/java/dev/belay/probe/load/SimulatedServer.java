package dev.belay.probe.load;

import dev.belay.core.time.Simulation;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
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

  /** {@return what that returns, run in virtual time} */
  public static <T> T in(Simulation time, Callable<T> work) {
    var result = new CompletableFuture<T>();
    time.threads()
        .newThread(() -> {
          try {
            result.complete(work.call());
          } catch (Exception | Error e) {
            result.completeExceptionally(e);
          }
        })
        .start();
    time.run();
    return result.join();
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

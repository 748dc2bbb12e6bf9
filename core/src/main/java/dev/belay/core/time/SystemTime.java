package dev.belay.core.time;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The system clock, with one daemon thread for all timers, started by the first of them. */
enum SystemTime implements Time {
  INSTANCE;

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public Instant wall() {
    return Instant.now();
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    var pending =
        Timers.EXECUTOR.schedule(() -> run(action), saturated(delay), TimeUnit.NANOSECONDS);
    return () -> pending.cancel(/* mayInterruptIfRunning= */ false);
  }

  /** The executor swallows what an action throws, so a defect would never be seen. */
  private static void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) {
      System.getLogger(Time.class.getName()).log(Level.ERROR, "A timer's action failed", e);
    }
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    Thread.sleep(delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    try {
      // Unlike a dependent action on the stage, it leaves no trace there when the limit ends it.
      var _ = stage.toCompletableFuture().get(saturated(limit), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException _) {
      return false;
    } catch (ExecutionException | CancellationException _) {
      return true;
    }
  }

  /** At most half of the range: the scheduler adds to it. */
  private static long saturated(Duration duration) {
    return Math.min(TimeUnit.NANOSECONDS.convert(duration), Long.MAX_VALUE / 2);
  }

  /** A class of its own so that a program without timers has no timer thread. */
  private static final class Timers {
    static final ScheduledThreadPoolExecutor EXECUTOR = executor();

    private static ScheduledThreadPoolExecutor executor() {
      var executor =
          new ScheduledThreadPoolExecutor(
              1, Thread.ofPlatform().name("belay-timer").daemon().factory());
      executor.setRemoveOnCancelPolicy(true);
      return executor;
    }
  }
}

package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Time for tests with real threads and peers: it stands until it is moved.
 *
 * <p>A {@link Simulation} moves by itself, and must see every thread for that. Where sockets or
 * processes take part nobody can tell when all are idle, so here the test says how much time
 * passes, and when. The clock begins at zero and never moves back.
 *
 * <p>All that waits goes by this clock alone: timers, {@link #sleep} and the limit of {@link
 * #await} end when the clock has reached them, however long that takes. A test that never moves it
 * there hangs, so it needs a limit of its own.
 *
 * <p>Concurrency: safe for use by many threads. Timers run one after the other on the thread that
 * moves the clock; what one of them throws reaches the test there, and the clock stays at that
 * timer.
 */
public final class HandTime implements Time {
  private final HeldClock clock = new HeldClock();

  /** Stands at zero. */
  public HandTime() {}

  /**
   * Lets time pass. What comes due meanwhile happens in its order, each at its own time by the
   * clock, also what is armed only then; {@link Duration#ZERO} runs what is due already.
   */
  public void advance(Duration by) {
    moveTo(clock.nanos() + HeldClock.saturated(by));
  }

  /**
   * Waits until somebody wants to wait for just this delay, then lets pass what is left of it.
   *
   * <p>So a test names the delay that it expects, and needs no other sign that it has begun.
   */
  public void pass(Duration delay) throws InterruptedException {
    moveTo(clock.awaitArmed(delay));
  }

  private void moveTo(long until) {
    for (var action = clock.take(until); action != null; action = clock.take(until)) {
      action.run();
    }
    clock.move(until);
  }

  /** {@return how many timers and waits are not over: a finished test should leave none} */
  public int armedTimers() {
    return clock.armed();
  }

  @Override
  public long nanos() {
    return clock.nanos();
  }

  @Override
  public Instant wall() {
    return Instant.EPOCH.plusNanos(clock.nanos());
  }

  @Override
  public Timer after(Duration delay, Runnable action) {
    return clock.after(delay, action);
  }

  @Override
  public void sleep(Duration delay) throws InterruptedException {
    var _ = await(new CompletableFuture<>(), delay);
  }

  @Override
  public boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException {
    var done = new AtomicBoolean();
    var over = new CountDownLatch(1);
    var _ =
        stage.whenComplete((_, _) -> {
          done.set(true);
          over.countDown();
        });
    // Nobody need move the clock for a limit that has no length.
    if (HeldClock.saturated(limit) > 0) {
      try (var _ = after(limit, over::countDown)) {
        over.await();
      }
    }
    return done.get();
  }
}

package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A clock for tests with real threads and peers: it stands still until the test advances it.
 *
 * <p>A {@link Simulation} advances by itself, and must know every thread for that. With sockets or
 * processes it cannot be known when all are idle, so here the test says how much time passes, and
 * when. The clock begins at zero and never moves back.
 *
 * <p>Timers, {@link #sleep} and the limit of {@link #await} go by this clock alone: they end when
 * it has reached them, however long that takes. A test that never advances it that far hangs until
 * its build ends it.
 *
 * <p>Concurrency: safe for use by many threads. Timers run one after another on the thread that
 * advances the clock; what one of them throws reaches the test there, and the clock stays at that
 * timer.
 */
public final class HandTime implements Time {
  private final HeldClock clock = new HeldClock();

  /** Creates a clock at zero. */
  public HandTime() {}

  /**
   * Advances the clock. Timers that come due run in order, each at its own time, including those
   * armed meanwhile; {@link Duration#ZERO} runs those already due.
   */
  public void advance(Duration by) {
    moveTo(clock.nanos() + HeldClock.saturated(by));
  }

  /**
   * Waits until a timer with exactly this delay is armed, then advances to it.
   *
   * <p>So a test names the delay that it expects, and needs no other sign that the wait has begun.
   *
   * @throws AssertionError if none is armed within {@link Patience#LIMIT}; it names those that are
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

  /** {@return the number of armed timers and waits: a finished test should leave none} */
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
    // A limit of zero length needs no advance of the clock.
    if (HeldClock.saturated(limit) > 0) {
      try (var _ = after(limit, over::countDown)) {
        over.await();
      }
    }
    return done.get();
  }
}

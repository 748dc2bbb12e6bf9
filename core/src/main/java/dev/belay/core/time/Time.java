package dev.belay.core.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The only access to time: readings, pauses, callbacks, waits with a limit.
 *
 * <p>Code outside this package names neither the system clock nor a timed wait, so a {@link
 * Simulation} can replace all of it. Safe for use by many threads.
 */
public interface Time {
  /** Returns monotonic nanoseconds; only differences mean anything. */
  long nanos();

  /** Returns the wall clock, for records that people read. Never used to decide a limit. */
  Instant wall();

  /**
   * Runs {@code action} once {@code delay} has passed, unless the timer is closed first.
   *
   * <p>Actions run on a shared thread: they must be short and must not block.
   */
  Timer after(Duration delay, Runnable action);

  /**
   * Runs {@code action} once per {@code period}, first after one period, until the timer is closed.
   *
   * <p>Runs never overlap: the next one is due a period after the last one ended, even if that one
   * failed. See {@link #after} for restrictions on the action.
   */
  default Timer every(Duration period, Runnable action) {
    return repeat(
        period,
        () -> {
          action.run();
          return period;
        });
  }

  /**
   * Runs {@code action} after {@code first}, and again after each delay that it returns, until it
   * returns null or the timer is closed. An action that fails runs again after its last delay.
   */
  default Timer repeat(Duration first, Supplier<@Nullable Duration> action) {
    return RepeatingTimer.start(this, first, action);
  }

  /** Blocks the calling thread for {@code delay}. */
  void sleep(Duration delay) throws InterruptedException;

  /**
   * Blocks until {@code stage} is complete, normally or exceptionally, or {@code limit} has passed.
   *
   * @return true if the stage is complete
   */
  boolean await(CompletionStage<?> stage, Duration limit) throws InterruptedException;

  /** {@return the system clock} */
  static Time system() {
    return SystemTime.INSTANCE;
  }

  /** A pending action; closing cancels it. Closing twice, or too late, does nothing. */
  @FunctionalInterface
  interface Timer extends AutoCloseable {
    @Override
    void close();
  }
}

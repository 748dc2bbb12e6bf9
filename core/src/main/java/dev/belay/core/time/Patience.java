package dev.belay.core.time;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounded waits of tests for what is real: processes, sockets, browsers, other threads.
 *
 * <p>A wait ends as soon as its condition holds, so its length costs nothing where all is well and
 * decides nothing but when a test gives up. It is the same everywhere: {@link #LIMIT}, a minute,
 * times the number in the environment variable {@code BELAY_PATIENCE} for a slow machine. What a
 * test claims to happen within a time runs on {@link Simulation} or {@link HandTime} instead.
 */
public final class Patience {
  /** The longest wait for anything that must come. */
  public static final Duration LIMIT =
      Duration.ofSeconds(60).multipliedBy(factor(System.getenv("BELAY_PATIENCE")));

  /** The pause between two looks: starts short, and doubles up to {@link #LONGEST}. */
  private static final Duration SHORTEST = Duration.ofNanos(200_000);

  private static final Duration LONGEST = Duration.ofMillis(5);

  private Patience() {}

  private static int factor(@Nullable String times) {
    return times == null ? 1 : Integer.parseInt(times);
  }

  /** A condition that becomes true by the work of others, and may fail with {@code E}. */
  @FunctionalInterface
  public interface Condition<E extends Exception> {
    /** {@return whether it holds now} */
    boolean holds() throws E, InterruptedException;
  }

  /**
   * Waits until {@code condition} holds.
   *
   * @param otherwise describes what is missing
   * @throws AssertionError with that text if the condition does not hold within {@link #LIMIT}
   */
  public static <E extends Exception> void await(Condition<E> condition, Supplier<String> otherwise)
      throws E, InterruptedException {
    var time = Time.system();
    long begin = time.nanos();
    var pause = SHORTEST;
    while (!condition.holds()) {
      if (time.nanos() - begin > LIMIT.toNanos()) {
        throw new AssertionError(otherwise.get());
      }
      time.sleep(pause);
      pause = pause.multipliedBy(2).compareTo(LONGEST) < 0 ? pause.multipliedBy(2) : LONGEST;
    }
  }

  /**
   * Waits until {@code condition} holds, and advances {@code time} by {@code step} after each look
   * at which it does not.
   *
   * <p>For events that are due later and also need other threads to run. Those threads may see
   * several steps at once; use {@link HandTime#pass} where the clock must not run ahead of them.
   *
   * @param otherwise describes what is missing
   * @throws AssertionError with that text if the condition does not hold within {@link #LIMIT}
   */
  public static <E extends Exception> void await(
      HandTime time, Duration step, Condition<E> condition, Supplier<String> otherwise)
      throws E, InterruptedException {
    await(
        () -> {
          boolean holds = condition.holds();
          if (!holds) {
            time.advance(step);
          }
          return holds;
        },
        otherwise);
  }
}

package dev.belay.core.call;

import dev.belay.core.cancel.StoppedException;
import dev.belay.core.time.Time;
import java.time.Duration;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats the work of a call after a failure that may be transient (S4-62, S4-63, C27).
 *
 * <p>All attempts share the call's one total limit: a pause that would not end in time is not
 * begun. A call that has ended is never retried. Each pause is twice the one before, from {@link
 * #FIRST} to {@link #LONGEST}, less a random part of up to a half, so that calls that failed
 * together do not return together; it does not count as silence. Safe for use by many threads.
 */
public final class Retry {
  /** The first pause at its longest. */
  public static final Duration FIRST = Duration.ofMillis(200);

  /** The longest pause. */
  public static final Duration LONGEST = Duration.ofSeconds(10);

  private static final int DOUBLINGS = 10;
  private final Time time;
  private final DoubleSupplier jitter;

  /**
   * Creates a retry policy with this source of jitter.
   *
   * @param jitter from 0 to 1; thread-safe
   */
  public Retry(Time time, DoubleSupplier jitter) {
    this.time = time;
    this.jitter = jitter;
  }

  /**
   * The attempts of one call.
   *
   * @param <R> the result of an attempt
   * @param <X> the failure of an attempt
   */
  public interface Attempts<R, X extends Exception> {
    /** Makes one attempt. */
    R make() throws InterruptedException, X;

    /** {@return the fault, if another attempt may help; null if this attempt is the last} */
    @Nullable String fault(Throwable thrown);

    /** {@return the fault of an attempt that returned a result; null if there is none} */
    default @Nullable String fault(R result) {
      return null;
    }

    /**
     * Decides, once there is time for another attempt, whether it may be made.
     *
     * @param thrown the exception of the last attempt; null if its result is the fault
     */
    default boolean mayFollow(@Nullable Throwable thrown) {
      return true;
    }

    /** Prepares another attempt. */
    default void renew() throws InterruptedException, X {}
  }

  /**
   * Makes {@code attempts} until one succeeds or fails permanently, at most {@code most} in all.
   *
   * @throws StoppedException if the call ends during a pause
   */
  public <R, X extends Exception> R run(Call call, int most, Attempts<R, X> attempts)
      throws InterruptedException, X {
    for (int made = 1; ; made++) {
      try {
        if (made > 1) {
          attempts.renew();
        }
        var result = attempts.make();
        var fault = made < most ? attempts.fault(result) : null;
        if (fault == null || !pauses(call, made, fault, attempts, null)) {
          return result;
        }
      } catch (InterruptedException | StoppedException e) {
        throw e;
      } catch (Exception | Error e) {
        var fault = made < most ? attempts.fault(e) : null;
        if (fault == null || !pauses(call, made, fault, attempts, e)) {
          throw e;
        }
      }
    }
  }

  private <R, X extends Exception> boolean pauses(
      Call call, int made, String fault, Attempts<R, X> attempts, @Nullable Throwable thrown)
      throws InterruptedException {
    var pause = pause(made);
    var timeout = call.limits().timeout();
    boolean isLate = timeout.isPositive() && call.elapsed().plus(pause).compareTo(timeout) >= 0;
    if (isLate || call.isSettled() || !attempts.mayFollow(thrown)) {
      return false;
    }
    call.retries(fault.lines().findFirst().orElse(""), pause);
    try (var _ = call.hold("retry")) {
      time.sleep(pause);
    }
    // The end is decided before this thread is interrupted: a check of the interrupt would be too
    // late.
    if (call.isSettled()) {
      throw new StoppedException("The call ended before it was made again.");
    }
    return true;
  }

  private Duration pause(int made) {
    long whole = FIRST.toNanos() << Math.min(made - 1, DOUBLINGS);
    long bounded = Math.min(whole, LONGEST.toNanos());
    return Duration.ofNanos((long) (bounded * (1 - jitter.getAsDouble() / 2)));
  }
}

package dev.belay.core.time;

import java.time.Duration;

/**
 * A point on the monotonic clock; durations become deadlines once, at the edge.
 *
 * @param nanos the reading of {@link Time#nanos()} at which it is due
 * @param isNever true for the deadline that is never reached
 */
public record Deadline(long nanos, boolean isNever) {
  /** Beyond this the difference of two readings would no longer be exact. */
  private static final Duration FAR = Duration.ofDays(36_500);

  /** The deadline that is never reached. */
  public static final Deadline NEVER = new Deadline(0, true);

  /**
   * {@return the deadline {@code delay} after {@code start}; {@link #NEVER} if the delay is zero,
   * or a hundred years or more}
   */
  public static Deadline after(long start, Duration delay) {
    return delay.isZero() || delay.compareTo(FAR) >= 0
        ? NEVER
        : new Deadline(start + delay.toNanos(), false);
  }

  /** {@return true from the exact nanosecond of the deadline on (S0-10, S0-12)} */
  public boolean isDue(long now) {
    return !isNever && now - nanos >= 0;
  }

  /** {@return the time left until it is due: never negative} */
  public Duration left(long now) {
    return isNever ? Duration.ofNanos(Long.MAX_VALUE) : Duration.ofNanos(Math.max(0, nanos - now));
  }

  /** {@return the earlier of the two} */
  public Deadline orSooner(Deadline other) {
    if (isNever) {
      return other;
    }
    return other.isNever || nanos - other.nanos <= 0 ? this : other;
  }
}

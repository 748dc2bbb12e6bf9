package dev.belay.core.call;

import java.time.Duration;

/**
 * How long a call may take. Zero means no such limit (S0-4, S0-5, C6).
 *
 * <p>Invalid limits cannot exist: a negative value counts as zero (S0-32), and the idle limit never
 * exceeds the total one (S0-6, S0-8). The loader of the configuration warns of both beforehand.
 *
 * @param timeout total, from started to settled
 * @param idleTimeout the longest silence between heartbeats
 */
public record Limits(Duration timeout, Duration idleTimeout) {
  /** No limit at all (S0-16). */
  public static final Limits NONE = new Limits(Duration.ZERO, Duration.ZERO);

  /** The defaults for a tool that can send heartbeats (S0-27). */
  public static final Limits DEFAULT = ofSeconds(1800, 120);

  /** Normalizes: negative is zero, and the idle limit is at most the total one. */
  public Limits {
    timeout = timeout.isNegative() ? Duration.ZERO : timeout;
    idleTimeout = idleTimeout.isNegative() ? Duration.ZERO : idleTimeout;
    if (timeout.isPositive() && idleTimeout.compareTo(timeout) > 0) {
      idleTimeout = timeout;
    }
  }

  /** {@return limits of whole seconds} */
  public static Limits ofSeconds(long timeout, long idleTimeout) {
    return new Limits(Duration.ofSeconds(timeout), Duration.ofSeconds(idleTimeout));
  }

  /** {@return true if there is no limit} */
  public boolean isNone() {
    return timeout.isZero() && idleTimeout.isZero();
  }

  /**
   * {@return these limits after the caller's {@code wish}: both become the wish, each capped by the
   * configured total (C28)}
   *
   * <p>A wish that is not positive changes nothing.
   */
  public Limits wished(Duration wish) {
    if (!wish.isPositive()) {
      return this;
    }
    var granted = timeout.isZero() || wish.compareTo(timeout) < 0 ? wish : timeout;
    return new Limits(granted, granted);
  }
}

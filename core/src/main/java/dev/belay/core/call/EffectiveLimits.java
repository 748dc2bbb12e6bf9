package dev.belay.core.call;

import java.time.Duration;

/**
 * The limits of a tool's calls as all who have a say in them decide, before the wish of a caller
 * (S0-2, S0-3).
 *
 * @param timeout total
 * @param idleTimeout longest silence; never longer than a timeout that is not zero (S0-6, S0-8)
 */
public record EffectiveLimits(Part timeout, Part idleTimeout) {
  /**
   * One of the two limits.
   *
   * @param value how long; zero is none
   * @param origin where it was set, as people read it; {@link #UNSET} where it was not
   * @param lever what a person changes to lift it, such as {@code --idle-timeout or
   *     mcp.idle_timeout}
   */
  public record Part(Duration value, String origin, String lever) {
    /** The origin of a value that nobody has set. */
    public static final String UNSET = "default";

    /** {@return true if it never ends a call} */
    public boolean isNone() {
      return value.isZero();
    }

    /** {@return whether nobody has set it} */
    public boolean isUnset() {
      return origin.equals(UNSET);
    }

    private Part none() {
      return new Part(Duration.ZERO, origin, lever);
    }

    private boolean isLongerThan(Part other) {
      return !other.isNone() && (isNone() || value.compareTo(other.value) > 0);
    }
  }

  /**
   * {@return limits whose idle part is no longer than the total, which then lifts both}
   *
   * <p>A default that could never end a call before the total limit is off: the total limit then
   * ends the call and is named, since it is the one to lift (S0-7).
   */
  public static EffectiveLimits clamped(Part timeout, Part idleTimeout) {
    // "No idle limit" stays: it was asked for, and the total limit still holds (S0-5).
    if (idleTimeout.isNone() || timeout.isLongerThan(idleTimeout)) {
      return new EffectiveLimits(timeout, idleTimeout);
    }
    return new EffectiveLimits(timeout, idleTimeout.isUnset() ? idleTimeout.none() : timeout);
  }

  /** {@return the limits themselves} */
  public Limits values() {
    return new Limits(timeout.value(), idleTimeout.value());
  }

  /**
   * {@return what a person or a model changes to lift the limit that ended a call: a setting, the
   * wish of the request itself, or either}
   *
   * <p>A wish is capped by the total limit, whichever of the two it was that ended the call (C28).
   */
  public String lever(Outcome.TimedOut timedOut) {
    var configured =
        switch (timedOut.limit()) {
          case IDLE -> idleTimeout;
          case TOTAL -> timeout;
        };
    if (timedOut.allowed().equals(configured.value())) {
      boolean isBelowCap = timeout.isNone() || timedOut.allowed().compareTo(timeout.value()) < 0;
      return isBelowCap
          ? configured.lever() + ", or pass _meta.timeout (milliseconds)"
          : configured.lever();
    }
    return timedOut.allowed().equals(timeout.value())
        ? timeout.lever()
        : "the _meta.timeout (milliseconds) of this call, up to " + timeout.lever();
  }
}

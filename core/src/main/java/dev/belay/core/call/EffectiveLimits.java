package dev.belay.core.call;

import java.time.Duration;

/**
 * The limits of a tool's calls as resolved from all settings, before the caller's wish (S0-2,
 * S0-3).
 *
 * @param timeout the total limit
 * @param idleTimeout the longest silence; never longer than a timeout that is not zero (S0-6, S0-8)
 */
public record EffectiveLimits(Part timeout, Part idleTimeout) {
  /**
   * One of the two limits.
   *
   * @param value the limit; zero is none
   * @param origin where it was set, for display; {@link #UNSET} if it was not
   * @param lever the setting that lifts it, such as {@code --idle-timeout or mcp.idle_timeout}
   */
  public record Part(Duration value, String origin, String lever) {
    /** The origin of a default value. */
    public static final String UNSET = "default";

    /** {@return true if there is no such limit} */
    public boolean isNone() {
      return value.isZero();
    }

    /** {@return whether this is a default value} */
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
   * {@return limits whose idle part is at most the total, which then is the one to lift}
   *
   * <p>A default idle limit that could never end a call before the total limit is switched off: the
   * total limit then ends the call and is named, since it is the one to lift (S0-7).
   */
  public static EffectiveLimits clamped(Part timeout, Part idleTimeout) {
    // "No idle limit" remains: it was configured, and the total limit still holds (S0-5).
    if (idleTimeout.isNone() || timeout.isLongerThan(idleTimeout)) {
      return new EffectiveLimits(timeout, idleTimeout);
    }
    return new EffectiveLimits(timeout, idleTimeout.isUnset() ? idleTimeout.none() : timeout);
  }

  /** {@return the values of both limits} */
  public Limits values() {
    return new Limits(timeout.value(), idleTimeout.value());
  }

  /**
   * {@return what lifts the limit that ended a call, for a person or a model: a setting, the wish
   * in the request itself, or either}
   *
   * <p>A wish is capped by the total limit, whichever of the two limits ended the call (C28).
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

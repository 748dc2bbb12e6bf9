package dev.belay.config;

import dev.belay.core.call.Limits;

/**
 * The limits of a tool's calls after merging, before a hint of the caller (S0-2, S0-3).
 *
 * @param timeout total
 * @param idleTimeout longest silence; never longer than a timeout that is not zero (S0-6, S0-8)
 */
public record EffectiveLimits(EffectiveLimit timeout, EffectiveLimit idleTimeout) {
  /** {@return the limits themselves} */
  public Limits values() {
    return new Limits(timeout.value(), idleTimeout.value());
  }

  /** {@return limits whose idle part is no longer than the total, which then lifts both} */
  static EffectiveLimits clamped(EffectiveLimit timeout, EffectiveLimit idleTimeout) {
    // "No idle limit" stays: it was asked for, and the total limit still holds (S0-5).
    if (idleTimeout.isNone() || timeout.isLongerThan(idleTimeout)) {
      return new EffectiveLimits(timeout, idleTimeout);
    }
    // A default that could never fire first (S0-7) is off: the total limit ends the call, and says
    // so, since that is the one to lift.
    return new EffectiveLimits(
        timeout, idleTimeout.origin().equals(Origin.DEFAULT) ? idleTimeout.none() : timeout);
  }
}

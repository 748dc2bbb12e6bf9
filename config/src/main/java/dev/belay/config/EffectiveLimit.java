package dev.belay.config;

import dev.belay.core.call.EffectiveLimits;
import java.time.Duration;

/**
 * One limit of a call after merging, with its origin.
 *
 * @param value the limit; zero is none
 * @param lever the setting that lifts it, for messages, such as {@code --idle-timeout or
 *     mcp.idle_timeout}
 */
record EffectiveLimit(Duration value, Origin origin, String lever) {
  /** {@return true if there is no such limit} */
  boolean isNone() {
    return value.isZero();
  }

  /** {@return true if it allows more than {@code other}; no limit allows the most} */
  boolean isLongerThan(EffectiveLimit other) {
    return !other.value.isZero() && (value.isZero() || value.compareTo(other.value) > 0);
  }

  EffectiveLimits.Part part() {
    return new EffectiveLimits.Part(value, origin.toString(), lever);
  }
}

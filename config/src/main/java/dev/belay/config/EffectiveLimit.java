package dev.belay.config;

import dev.belay.core.call.EffectiveLimits;
import java.time.Duration;

/**
 * One limit of a call after merging, with the place where it was set.
 *
 * @param value how long; zero is none
 * @param lever what a user sets to lift it, for messages, such as {@code --idle-timeout or
 *     mcp.idle_timeout}
 */
record EffectiveLimit(Duration value, Origin origin, String lever) {
  /** {@return true if it never ends a call} */
  boolean isNone() {
    return value.isZero();
  }

  /** {@return true if it allows more than {@code other}; none allows most} */
  boolean isLongerThan(EffectiveLimit other) {
    return !other.value.isZero() && (value.isZero() || value.compareTo(other.value) > 0);
  }

  EffectiveLimits.Part part() {
    return new EffectiveLimits.Part(value, origin.toString(), lever);
  }
}

package dev.belay.config;

import java.time.Duration;

/**
 * One limit of a call after merging.
 *
 * @param value how long; zero is none
 * @param origin where it was set
 * @param lever what a user sets to lift it, for messages, such as {@code --idle-timeout or
 *     mcp.idle_timeout}
 */
public record EffectiveLimit(Duration value, Origin origin, String lever) {
  /** {@return true if it never ends a call} */
  public boolean isNone() {
    return value.isZero();
  }

  /** {@return this limit switched off} */
  EffectiveLimit none() {
    return new EffectiveLimit(Duration.ZERO, origin, lever);
  }

  /** {@return true if it allows more than {@code other}; none allows most} */
  boolean isLongerThan(EffectiveLimit other) {
    return !other.isNone() && (isNone() || value.compareTo(other.value) > 0);
  }
}

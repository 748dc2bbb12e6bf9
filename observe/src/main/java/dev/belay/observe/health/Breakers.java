package dev.belay.observe.health;

import org.jspecify.annotations.Nullable;

/** The circuit breakers before upstreams: the port of whatever has any. */
@FunctionalInterface
public interface Breakers {
  /** {@return the breakers of a gateway that has none} */
  static Breakers none() {
    return _ -> null;
  }

  /** {@return the breaker of the upstream with this name; null if it has none} */
  @Nullable Breaker of(String upstream);

  /**
   * One breaker at one moment.
   *
   * @param state {@code closed}, {@code open} or {@code half_open}
   * @param failureRatePct how many of 100 calls failed, of those it looks at
   * @param calls how many it looks at
   */
  record Breaker(String state, double failureRatePct, int calls) {}
}

package dev.belay.observe.health;

import org.jspecify.annotations.Nullable;

/** Port to the circuit breakers of upstreams. */
@FunctionalInterface
public interface Breakers {
  /** {@return the port of a gateway without breakers} */
  static Breakers none() {
    return _ -> null;
  }

  /** {@return the breaker of the upstream with this name; null if it has none} */
  @Nullable Breaker of(String upstream);

  /**
   * State of one breaker at one moment.
   *
   * @param state {@code closed}, {@code open} or {@code half_open}
   * @param failureRatePct percentage of failures among the recent calls
   * @param calls the number of recent calls considered
   */
  record Breaker(String state, double failureRatePct, int calls) {}
}

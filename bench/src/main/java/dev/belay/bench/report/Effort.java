package dev.belay.bench.report;

import java.time.Duration;

/** Extent of measurements: enough to see the effect of a change, or enough for publication. */
public enum Effort {
  QUICK,
  FULL;

  /** {@return the value for this extent} */
  public int of(int quick, int full) {
    return this == QUICK ? quick : full;
  }

  /** {@return the duration for this extent} */
  public Duration seconds(int quick, int full) {
    return Duration.ofSeconds(of(quick, full));
  }

  /** {@return the number of JVMs in which each benchmark of JMH runs, one after the other} */
  public int forks() {
    return of(1, 2);
  }

  /** {@return the number of starts of each side} */
  public int starts() {
    return of(7, 20);
  }
}

package dev.belay.bench.report;

import java.time.Duration;

/** How much is measured: enough to see what a change does, or enough to be written down. */
public enum Effort {
  QUICK,
  FULL;

  /** {@return the one or the other} */
  public int of(int quick, int full) {
    return this == QUICK ? quick : full;
  }

  /** {@return the one or the other} */
  public Duration seconds(int quick, int full) {
    return Duration.ofSeconds(of(quick, full));
  }

  /** {@return the number of JVMs in which each benchmark of JMH runs, one after the other} */
  public int forks() {
    return of(1, 2);
  }

  /** {@return how often each side is started} */
  public int starts() {
    return of(7, 20);
  }
}

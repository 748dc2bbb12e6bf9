package dev.belay.probe.peer;

/**
 * How many connections the client may hold, so that it never is what slows a measurement (S4-27).
 */
public record ConnectionLimits(int maxConnections, int maxKeepalive) {
  private static final int FEWEST = 64;
  private static final int SPARE = 16;

  /**
   * {@return enough for so many requests at once}
   *
   * @throws IllegalArgumentException if there are none
   */
  public static ConnectionLimits of(int maxConcurrency) {
    if (maxConcurrency <= 0) {
      throw new IllegalArgumentException("concurrency must be positive, not " + maxConcurrency);
    }
    int enough = Math.max(FEWEST, Math.addExact(maxConcurrency, SPARE));
    return new ConnectionLimits(enough, enough);
  }

  /** {@return how many messages may be open: those that were given up are for a while, too} */
  int messages() {
    return Math.multiplyExact(maxConnections, 4);
  }
}

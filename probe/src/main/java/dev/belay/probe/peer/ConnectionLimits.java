package dev.belay.probe.peer;

/** Connection limits of the client, high enough never to slow a measurement (S4-27). */
public record ConnectionLimits(int maxConnections, int maxKeepalive) {
  private static final int FEWEST = 64;
  private static final int SPARE = 16;

  /**
   * {@return limits sufficient for that many requests at once}
   *
   * @throws IllegalArgumentException if the number is not positive
   */
  public static ConnectionLimits of(int maxConcurrency) {
    if (maxConcurrency <= 0) {
      throw new IllegalArgumentException("concurrency must be positive, not " + maxConcurrency);
    }
    int enough = Math.max(FEWEST, Math.addExact(maxConcurrency, SPARE));
    return new ConnectionLimits(enough, enough);
  }

  /** {@return the most open messages: abandoned ones stay open for a while, too} */
  int messages() {
    return Math.multiplyExact(maxConnections, 4);
  }
}

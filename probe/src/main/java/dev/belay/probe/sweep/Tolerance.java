package dev.belay.probe.sweep;

/**
 * How much worse than before is still as good as before: the milder of the two counts.
 *
 * @param factor of the former figure
 * @param deltaMs more than the former figure, in milliseconds
 */
public record Tolerance(double factor, double deltaMs) {
  /** What holds unless said otherwise. */
  public static final Tolerance DEFAULT = new Tolerance(2.0, 40);

  /** {@return up to where a latency is as good as it was} */
  double most(double ms) {
    return Math.max(ms * factor, ms + deltaMs);
  }

  /** {@return down to where a throughput is as good as it was} */
  double least(double rps) {
    return rps / factor;
  }
}

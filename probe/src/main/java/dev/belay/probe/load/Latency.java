package dev.belay.probe.load;

import org.HdrHistogram.Histogram;

/** Latencies in milliseconds; percentiles are by nearest rank. */
public record Latency(
    long count, double min, double mean, double p50, double p95, double p99, double max) {
  private static final double NANOS_PER_MS = 1_000_000;
  private static final int WHOLE = 100;

  /** {@return the summary of exact values, in nanoseconds and rising order; at least one} */
  static Latency ofSorted(long[] nanos) {
    double sum = 0;
    for (long one : nanos) {
      sum += one;
    }
    return new Latency(
        nanos.length,
        ms(nanos[0]),
        ms(sum / nanos.length),
        ms(nearestRank(nanos, 50)),
        ms(nearestRank(nanos, 95)),
        ms(nearestRank(nanos, 99)),
        ms(nanos[nanos.length - 1]));
  }

  /** {@return the summary of a histogram of nanoseconds with at least one value} */
  static Latency of(Histogram histogram) {
    return new Latency(
        histogram.getTotalCount(),
        ms(histogram.getMinValue()),
        ms(histogram.getMean()),
        ms(histogram.getValueAtPercentile(50)),
        ms(histogram.getValueAtPercentile(95)),
        ms(histogram.getValueAtPercentile(99)),
        ms(histogram.getMaxValue()));
  }

  /**
   * {@return the least value that is not exceeded by at least {@code percent} of all}
   *
   * <p>In whole numbers: 0.07 × 100 is more than 7 in floating point, and the rank would be one too
   * high.
   */
  static long nearestRank(long[] sorted, int percent) {
    long rank = Math.ceilDiv((long) sorted.length * percent, WHOLE);
    return sorted[(int) Math.max(rank, 1) - 1];
  }

  private static double ms(long nanos) {
    return ms((double) nanos);
  }

  private static double ms(double nanos) {
    return nanos / NANOS_PER_MS;
  }
}

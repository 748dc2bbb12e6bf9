package dev.belay.bench.report;

import java.util.Arrays;
import java.util.Collection;

/** Many readings of one quantity, and its percentiles. */
public final class Sample {
  private final long[] sorted;

  /** Takes readings in any order, at least one. */
  public Sample(long... readings) {
    sorted = readings.clone();
    Arrays.sort(sorted);
  }

  /** {@return the sample of these readings} */
  public static Sample of(Collection<Long> readings) {
    return new Sample(readings.stream().mapToLong(Long::longValue).toArray());
  }

  /** {@return the least reading that is not exceeded by at least {@code share} of all} */
  public long at(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  /** {@return the median} */
  public long median() {
    return at(0.5);
  }

  /** {@return the least reading} */
  public long min() {
    return sorted[0];
  }

  /** {@return the greatest reading} */
  public long max() {
    return sorted[sorted.length - 1];
  }
}

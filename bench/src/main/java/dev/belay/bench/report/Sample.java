package dev.belay.bench.report;

import java.util.Arrays;
import java.util.Collection;

/** Many readings of one thing, of which people want a few. */
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

  /** {@return the smallest reading that at least {@code share} of all do not exceed} */
  public long at(double share) {
    int rank = (int) Math.ceil(share * sorted.length);
    return sorted[Math.clamp(rank - 1, 0, sorted.length - 1)];
  }

  /** {@return the one in the middle} */
  public long median() {
    return at(0.5);
  }

  /** {@return the smallest} */
  public long min() {
    return sorted[0];
  }

  /** {@return the largest} */
  public long max() {
    return sorted[sorted.length - 1];
  }
}

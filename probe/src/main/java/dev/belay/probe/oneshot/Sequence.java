package dev.belay.probe.oneshot;

import java.util.Arrays;
import java.util.List;

/**
 * Latencies of requests one after the other, in milliseconds.
 *
 * @param times in the order in which they were taken
 */
public record Sequence(List<Double> times) {
  public Sequence {
    times = List.copyOf(times);
  }

  /** {@return how long the one at {@code index} took, in time order; not a number without it} */
  public double at(int index) {
    return index < times.size() ? times.get(index) : Double.NaN;
  }

  /** {@return the shortest; not a number without any} */
  public double min() {
    return times.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
  }

  /** {@return the longest; not a number without any} */
  public double max() {
    return times.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
  }

  /** {@return the middle one, or the mean of the two in the middle; not a number without any} */
  public double median() {
    if (times.isEmpty()) {
      return Double.NaN;
    }
    double[] sorted = times.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}

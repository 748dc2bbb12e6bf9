package dev.belay.probe.oneshot;

import dev.belay.probe.load.Measurement;
import dev.belay.probe.peer.PlainHttp.Health;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a server found.
 *
 * @param payloadBytes of the answer to {@code tools/list}
 * @param small null if it was not asked for
 * @param large null if it was not asked for
 */
public record ProbeReport(
    String target,
    Health health,
    int toolCount,
    int payloadBytes,
    double firstCallMs,
    Embedding embedding,
    Sequence sequence,
    int sequentialErrors,
    @Nullable Bench small,
    @Nullable Bench large,
    Log log) {
  /** Concurrent requests, and what they came to. */
  public record Bench(int concurrency, Measurement measured) {}

  /**
   * What the server wrote during the run.
   *
   * @param path null if no log was named
   * @param scan null if there is none there, or it cannot be read
   */
  public record Log(@Nullable Path path, @Nullable LogScan scan) {}

  /** {@return how many requests failed} */
  public int errors() {
    return sequentialErrors + errors(small) + errors(large);
  }

  private static int errors(@Nullable Bench bench) {
    return bench == null ? 0 : bench.measured().errors();
  }

  /** {@return whether an endpoint beside MCP is there and not well} */
  public boolean isUnwell() {
    return health.isBad() || embedding instanceof Embedding.Broken;
  }

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
}

package dev.belay.probe.oneshot;

import dev.belay.probe.load.Measurement;
import dev.belay.probe.peer.PlainHttp.Health;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Findings of one examination.
 *
 * @param payloadBytes of the answer to {@code tools/list}
 * @param small null if it was skipped
 * @param large null if it was skipped
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
  /** Result of concurrent requests. */
  public record Bench(int concurrency, Measurement measured) {}

  /**
   * Lines written by the server during the run.
   *
   * @param path null if no log was named
   * @param scan null if the log does not exist or cannot be read
   */
  public record Log(@Nullable Path path, @Nullable LogScan scan) {}

  /** {@return the number of failed requests} */
  public int errors() {
    return sequentialErrors + errors(small) + errors(large);
  }

  private static int errors(@Nullable Bench bench) {
    return bench == null ? 0 : bench.measured().errors();
  }

  /** {@return whether an endpoint other than MCP exists and reports trouble} */
  public boolean isUnwell() {
    return health.isBad() || embedding instanceof Embedding.Broken;
  }

  /**
   * Latencies of sequential requests, in milliseconds.
   *
   * @param times in the order of the requests
   */
  public record Sequence(List<Double> times) {
    public Sequence {
      times = List.copyOf(times);
    }

    /** {@return the latency at {@code index} in order of time; NaN if there is none} */
    public double at(int index) {
      return index < times.size() ? times.get(index) : Double.NaN;
    }

    /** {@return the least latency; NaN without any} */
    public double min() {
      return times.stream().mapToDouble(Double::doubleValue).min().orElse(Double.NaN);
    }

    /** {@return the greatest latency; NaN without any} */
    public double max() {
      return times.stream().mapToDouble(Double::doubleValue).max().orElse(Double.NaN);
    }

    /** {@return the median, the mean of the middle two for an even number; NaN without any} */
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

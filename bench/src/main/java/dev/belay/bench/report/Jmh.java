package dev.belay.bench.report;

import java.util.HashMap;
import java.util.Map;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks, each in JVMs of its own; JMH's own report goes to standard output. */
public final class Jmh {
  private Jmh() {}

  /**
   * Scores of benchmarks.
   *
   * @param nanos per operation, by method, with {@code @} before the value of a parameter
   * @param bytes allocated by all threads per operation, by method
   */
  public record Scores(Map<String, Double> nanos, Map<String, Double> bytes) {
    /** {@return the time of a benchmark; NaN if there is none} */
    public double nanos(String name) {
      return nanos.getOrDefault(name, Double.NaN);
    }

    /** {@return the allocation of a benchmark; NaN if there is none} */
    public double bytes(String name) {
      return bytes.getOrDefault(name, Double.NaN);
    }
  }

  /** {@return the scores of all benchmarks of a class} */
  public static Scores run(Class<?> benchmarks, Effort effort) throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(benchmarks.getName())
            .forks(effort.forks())
            // As many in progress as fit without measuring collections instead.
            .jvmArgsAppend("-Xms2g", "-Xmx2g")
            .addProfiler(GCProfiler.class)
            .build();
    var scores = new Scores(new HashMap<>(), new HashMap<>());
    for (var result : new Runner(options).run()) {
      var name = new StringBuilder(result.getPrimaryResult().getLabel());
      var parameters = result.getParams();
      parameters.getParamsKeys().forEach(key -> name.append('@').append(parameters.getParam(key)));
      scores.nanos().put(name.toString(), result.getPrimaryResult().getScore());
      var allocated = result.getSecondaryResults().get("gc.alloc.rate.norm");
      scores.bytes().put(name.toString(), allocated == null ? Double.NaN : allocated.getScore());
    }
    return scores;
  }
}

package dev.belay.bench.report;

import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks, each in JVMs of its own. */
public final class Jmh {
  /** Among the secondary results of {@link #runWithAllocation}: bytes for each operation. */
  public static final String BYTES_EACH = "gc.alloc.rate.norm";

  private Jmh() {}

  /**
   * {@return the results of all benchmarks of a class; JMH's own report goes to standard output}
   *
   * @param forks how many JVMs each runs in, one after the other
   */
  public static Collection<RunResult> run(Class<?> benchmarks, int forks) throws RunnerException {
    return new Runner(options(benchmarks, forks).build()).run();
  }

  /** {@return the same, and with each result how much all threads allocated} */
  public static Collection<RunResult> runWithAllocation(Class<?> benchmarks, int forks)
      throws RunnerException {
    return new Runner(options(benchmarks, forks).addProfiler(GCProfiler.class).build()).run();
  }

  private static ChainedOptionsBuilder options(Class<?> benchmarks, int forks) {
    return new OptionsBuilder()
        .include(benchmarks.getName())
        .forks(forks)
        // As many in flight as fit without collections becoming what is measured.
        .jvmArgsAppend("-Xms2g", "-Xmx2g");
  }
}

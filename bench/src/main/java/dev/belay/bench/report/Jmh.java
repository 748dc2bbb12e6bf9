package dev.belay.bench.report;

import java.util.Collection;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs benchmarks, each in JVMs of its own. */
public final class Jmh {
  private Jmh() {}

  /**
   * {@return the results of all benchmarks of a class; JMH's own report goes to standard output}
   *
   * @param forks how many JVMs each runs in, one after the other
   */
  public static Collection<RunResult> run(Class<?> benchmarks, int forks) throws RunnerException {
    var options =
        new OptionsBuilder()
            .include(benchmarks.getName())
            .forks(forks)
            // As many in flight as fit without collections becoming what is measured.
            .jvmArgsAppend("-Xms2g", "-Xmx2g")
            .build();
    return new Runner(options).run();
  }
}

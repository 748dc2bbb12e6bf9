package dev.belay.bench.turns;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Jmh;
import dev.belay.bench.report.Report;
import java.io.IOException;
import org.openjdk.jmh.runner.RunnerException;

/** Figures of turns, measured one after the other. */
public final class TurnsFigures {
  private TurnsFigures() {}

  /** Measures all figures. */
  public static void take(Report report, Effort effort)
      throws RunnerException, IOException, InterruptedException {
    costs(report, effort);
    new TurnAborts().take(new Report()); // Warms up.
    new TurnAborts().take(report);
    new TurnReaders().take(report);
  }

  /** Measures the cost of a turn over its calls, in time and in allocation. */
  private static void costs(Report report, Effort effort) throws RunnerException {
    var scores = Jmh.run(TurnBenchmark.class, effort);
    double turn = scores.nanos("turn") / 1e3;
    double call = scores.nanos("call") / 1e3;
    double allocated = scores.bytes("turn");
    double single = scores.bytes("call") * TurnBenchmark.CALLS;
    report.added(
        "a turn of 8 parallel empty calls, over one such call",
        60,
        "µs",
        turn - call,
        "%s µs; one call %s µs, the 8 without a turn %s µs",
        turn,
        call,
        scores.nanos("calls") / 1e3);
    report.atMost(
        "what it allocates, beside 8 single calls",
        1.2,
        "times",
        allocated / single,
        "%s B; 8 single calls %s B",
        allocated,
        single);
  }
}

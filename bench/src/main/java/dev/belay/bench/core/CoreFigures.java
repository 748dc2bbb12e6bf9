package dev.belay.bench.core;

import dev.belay.bench.http.Gateways;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Jmh;
import dev.belay.bench.report.Jmh.Scores;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.openjdk.jmh.runner.RunnerException;

/** The figures of the governor, taken one after the other. */
public final class CoreFigures {
  private static final int MANY = 100_000;
  private static final int SPINNERS = 16;
  private static final double MIB = 1024 * 1024;

  private CoreFigures() {}

  /** Takes all figures. */
  public static void take(Report report, Effort effort)
      throws RunnerException, IOException, InterruptedException {
    var scores = Jmh.run(GovernorBenchmark.class, effort);
    scores(report, scores, "@0", "alone");
    scores(report, scores, "@" + MANY, "100,000 in flight");
    memory(report);
    lateness(report, 0);
    lateness(report, MANY - 10_000);
    besideSpinners(
        report,
        "limits reached by 500 calls, latest",
        new LimitLateness(0, 500, SPINNERS).measure());
    besideSpinners(
        report,
        "all calls seen from a virtual thread, slowest of 500",
        new Looks(500, SPINNERS).measure());
  }

  private static void scores(Report report, Scores scores, String others, String where) {
    double pipelined = scores.nanos("pipelined" + others);
    report.atMost(
        "start → settle of an empty call, " + where,
        8,
        "µs",
        scores.nanos("startToReply" + others) / 1e3,
        "bare virtual thread %s µs; to join of a platform thread %s µs; pipelined %s µs each",
        scores.nanos("virtualThreadAlone" + others) / 1e3,
        scores.nanos("startToJoin" + others) / 1e3,
        pipelined / 1e3);
    report.atMost("heartbeat, " + where, 60, "ns", scores.nanos("heartbeat" + others));
    report.atMost(
        "limits armed + disarmed, " + where,
        250,
        "ns",
        scores.nanos("armAndDisarm" + others),
        "with two journal events; pipelined calls with limits less those without %s ns",
        pipelined - scores.nanos("pipelinedUnlimited" + others));
  }

  private static void memory(Report report) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(
                Gateways.java(),
                "-XX:+UseSerialGC",
                "-Xmx1g",
                "-cp",
                Gateways.classPath(),
                CallMemory.class.getName(),
                Integer.toString(MANY))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    var words =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ", -1);
    process.waitFor();
    double heap = Double.parseDouble(words[0]);
    double size = Double.parseDouble(words[1]);
    report.atMost(
        "100,000 calls in flight, resident",
        300,
        "MiB",
        size / MIB,
        "heap %s MiB; %s B heap, %s B resident each",
        heap / MIB,
        heap / MANY,
        size / MANY);
  }

  private static void lateness(Report report, int others) throws InterruptedException {
    var late = new LimitLateness(others, 10_000, 0).measure();
    report.atMost(
        "limits reached by 10,000 of %,d calls, latest".formatted(others + 10_000),
        50,
        "ms late",
        late.max() / 1e6,
        "p50 %s ms, p99 %s ms",
        late.median() / 1e6,
        late.at(0.99) / 1e6);
  }

  private static void besideSpinners(Report report, String what, Sample late) {
    report.atMost(
        what + ", beside " + SPINNERS + " that spin",
        250,
        "ms",
        late.max() / 1e6,
        "p50 %s ms, p99 %s ms",
        late.median() / 1e6,
        late.at(0.99) / 1e6);
  }
}

package dev.belay.bench.core;

import dev.belay.bench.http.Gateways;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Jmh;
import dev.belay.bench.report.Jmh.Scores;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.runner.RunnerException;

/** Figures of the governor, measured one after the other. */
public final class CoreFigures {
  private static final int MANY = 100_000;
  private static final int SPINNERS = 16;
  private static final double MIB = 1024 * 1024;

  private CoreFigures() {}

  /** Measures all figures. */
  public static void take(Report report, Effort effort)
      throws RunnerException, IOException, InterruptedException {
    var scores = Jmh.run(GovernorBenchmark.class, effort);
    scores(report, scores, "@0", "alone");
    scores(report, scores, "@" + MANY, "100,000 in flight");
    approvals(report, Jmh.run(ApprovalBenchmark.class, effort));
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

  private static void approvals(Report report, Scores scores) {
    report.atMost(
        "approvals of a call about which no person is asked",
        1,
        "µs",
        scores.nanos("unset") / 1e3,
        "with a condition on its arguments of 1 KiB that does not hold %s µs",
        scores.nanos("conditionAside") / 1e3);
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

  /**
   * Delay between a limit and the reply to the waiter, for many calls with random limits.
   *
   * @param others further calls in progress, with distant limits
   * @param firing calls that reach their limit
   * @param spinning further calls that compute without end
   */
  record LimitLateness(int others, int firing, int spinning) {
    private static final Duration SOONEST = Duration.ofMillis(500);
    private static final Duration LATEST = Duration.ofSeconds(5);

    /** {@return the nanoseconds between limit and reply} */
    Sample measure() throws InterruptedException {
      var time = Time.system();
      var late = new ConcurrentLinkedQueue<Long>();
      try (var governor = new Governor(GovernorOptions.system());
          var _ = SpinningCalls.start(governor, spinning)) {
        var _ = ParkedCalls.start(governor, others, Limits.DEFAULT);
        var random = new SplittableRandom(1);
        var replied = new CountDownLatch(firing);
        for (int i = 0; i < firing; i++) {
          var limit = Duration.ofNanos(random.nextLong(SOONEST.toNanos(), LATEST.toNanos()));
          var begun = new long[1];
          var request =
              CallRequest.of("late", Payload.EMPTY).withLimits(new Limits(limit, Duration.ZERO));
          var call =
              governor.start(
                  request,
                  context -> {
                    begun[0] = time.nanos();
                    while (!context.cancellation().isCancelled()) {
                      LockSupport.park();
                    }
                    return Payload.EMPTY;
                  });
          var _ =
              call.attach(reply -> {
                late.add(time.nanos() - begun[0] - limit.toNanos());
                replied.countDown();
              });
        }
        replied.await();
      }
      return Sample.of(late);
    }
  }
}

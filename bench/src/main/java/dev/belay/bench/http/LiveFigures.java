package dev.belay.bench.http;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** What it costs that people look at everything: readers of {@code GET /api/live}. */
public final class LiveFigures {
  private static final Time TIME = Time.system();
  private static final int CALLS = 1_000;
  private static final int READERS = 100;
  private static final int PER_SECOND = 500;

  /** Of {@code /proc/PID/stat}: ticks a second. */
  private static final double TICKS = 100;

  private final Report report;
  private final Effort effort;
  private final Gateways gateways;

  private LiveFigures(Report report, Path root, Effort effort) {
    this.report = report;
    this.effort = effort;
    gateways = new Gateways(root);
  }

  /** Measures all of them. */
  public static void take(Report report, Path root, Effort effort) throws InterruptedException {
    report.part("readers of what is live", new LiveFigures(report, root, effort)::readers);
  }

  /** What one round showed: the times of calls, and the share of one core that Belay used. */
  private record Round(Sample calls, double cores, double seconds) {}

  private void readers() throws IOException, InterruptedException {
    try (var belay = RunningGateway.start(gateways.belayBeforeBeats());
        var streams = new OpenStreams(belay, /* reportsProgress= */ true)) {
      streams.open(CALLS);
      var session = EchoSession.open(belay);
      var _ = round(belay, session);
      var alone = new ArrayList<Round>();
      var read = new ArrayList<Round>();
      var bytes = new AtomicLong();
      for (int i = 0; i < effort.of(1, 5); i++) {
        alone.add(round(belay, session));
        try (var readers =
            new EventReaders(
                belay.address(),
                "/api/live",
                READERS,
                (kept, came) -> {
                  bytes.addAndGet(came.remaining());
                  return kept;
                })) {
          // All of what is there comes first, and is no part of what changes.
          TIME.sleep(Duration.ofSeconds(2));
          bytes.set(0);
          read.add(round(belay, session));
          if (readers.left() < READERS) {
            throw new IOException(readers.left() + " of " + READERS + " readers are left");
          }
        }
      }
      tell(alone, read, (double) bytes.get() / READERS / read.getLast().seconds);
    }
  }

  private void tell(List<Round> alone, List<Round> read, double bytesPerSecond) {
    var name =
        "%,d calls that beat each second, %d readers of /api/live: ".formatted(CALLS, READERS);
    double without = cores(alone);
    double with = cores(read);
    report.atMost(
        name + "processor used for them",
        10,
        "% of a core",
        100 * (with - without),
        "%s %% without, %s %% with",
        100 * without,
        100 * with);
    double before = at(alone);
    double slowed = at(read);
    report.added(
        name + "other calls slower, p50",
        5,
        "%",
        100 * (slowed - before) / before,
        "%s µs without, %s µs with readers",
        before / 1e3,
        slowed / 1e3);
    report.told(
        name + "sent to each",
        "KB/s",
        bytesPerSecond / 1e3,
        "the ends of %s other calls a second among it",
        (double) PER_SECOND);
  }

  private static double cores(List<Round> rounds) {
    var sorted = rounds.stream().mapToDouble(Round::cores).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static double at(List<Round> rounds) {
    return Sample.of(rounds.stream().map(round -> round.calls.median()).toList()).median();
  }

  private Round round(RunningGateway belay, EchoSession session)
      throws IOException, InterruptedException {
    int count = Math.toIntExact(PER_SECOND * effort.seconds(3, 10).toSeconds());
    double ticks = ticks(belay.pid());
    long begun = TIME.nanos();
    var calls = Callers.paced(session, PER_SECOND, count);
    double seconds = (TIME.nanos() - begun) / 1e9;
    return new Round(calls, (ticks(belay.pid()) - ticks) / TICKS / seconds, seconds);
  }

  /** {@return the processor time of a process, in ticks: the 14th and 15th of its fields} */
  private static double ticks(long pid) throws IOException {
    var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return Double.parseDouble(fields[11]) + Double.parseDouble(fields[12]);
  }
}

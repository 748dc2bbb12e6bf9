package dev.belay.bench.catalog;

import dev.belay.bench.http.Callers;
import dev.belay.bench.http.EchoSession;
import dev.belay.bench.http.EventReaders;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.http.Wrk;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/** Cost of observers for calls. */
record Watchers(Report report, Path root, Effort effort) {
  private static final Time TIME = Time.system();
  private static final Duration SCRAPE_PAUSE = Duration.ofSeconds(1);
  private static final String CALL = "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}";
  private static final String AUDIT = "audit: { file: \"" + BelayConfig.HERE + "/audit.log\" }\n";
  private static final String EVENTS = "/api/events";
  private static final int BUSY = 32;
  private static final int READERS = 100;
  private static final int PER_SECOND = 2_000;

  /** Measures journal, metrics and audit, each with a reader, against none of them. */
  void observed() throws IOException, InterruptedException {
    try (var off = config("unwatched", false);
        var on = config("watched", true);
        var bare = off.start();
        var watched = on.start();
        var _ = new EventReaders(watched.address(), EVENTS, 1, (kept, _) -> kept)) {
      var scraper = Thread.ofPlatform().name("bench-scraper").daemon().start(() -> scrape(watched));
      var sessions = List.of(EchoSession.open(bare), EchoSession.open(watched));
      var runs = Wrk.rounds(sessions, BUSY, rounds(), round());
      scraper.interrupt();
      scraper.join();
      double without = runs.getFirst().perSecond();
      double with = runs.getLast().perSecond();
      report.atLeast(
          "calls with journal, metrics and audit read, 32 connections",
          95,
          "%",
          100 * with / without,
          "%s/s unwatched, %s/s watched",
          without,
          with);
    }
  }

  private int rounds() {
    return effort.of(1, 3);
  }

  private Duration round() {
    return effort.seconds(3, 8);
  }

  private static void scrape(RunningGateway gateway) {
    try (var connection = new KeptConnection(gateway.address())) {
      while (!Thread.currentThread().isInterrupted()) {
        var _ = connection.exchange(connection.get("/metrics"));
        TIME.sleep(SCRAPE_PAUSE);
      }
    } catch (IOException e) {
      throw new IllegalStateException("the metrics cannot be read", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Measures a hundred readers of the journal against none. */
  void readers() throws IOException, InterruptedException {
    try (var config = config("belay serve", false);
        var belay = config.start()) {
      var session = EchoSession.open(belay);
      int count = Math.toIntExact(PER_SECOND * round().toSeconds());
      var _ = Callers.paced(session, PER_SECOND, count);
      var alone = new ArrayList<Sample>();
      var read = new ArrayList<Sample>();
      for (int round = 0; round < rounds(); round++) {
        alone.add(Callers.paced(session, PER_SECOND, count));
        var bytes = new AtomicLong();
        try (var readers =
            new EventReaders(
                belay.address(),
                EVENTS,
                READERS,
                (kept, came) -> {
                  bytes.addAndGet(came.remaining());
                  return kept;
                })) {
          read.add(Callers.paced(session, PER_SECOND, count));
          check(readers.left(), bytes.get(), count);
        }
      }
      slowed("p50", 0.5, alone, read);
      slowed("p99", 0.99, alone, read);
    }
  }

  /**
   * Throws if a reader is missing, or the readers cannot have received the events of that many
   * calls.
   */
  private static void check(int left, long bytes, int calls) throws IOException {
    if (left < READERS || bytes < 50L * calls * READERS) {
      throw new IOException(
          "%d of %d readers are left, and got %,d bytes".formatted(left, READERS, bytes));
    }
  }

  private void slowed(String which, double share, List<Sample> alone, List<Sample> read) {
    double before = at(alone, share);
    double with = at(read, share);
    var name = "100 readers of events, 2,000 calls/s: calls slower, " + which;
    var detail = "%s µs without, %s µs with readers";
    double percent = 100 * (with - before) / before;
    if (share == 0.5) {
      report.added(name, 10, "%", percent, detail, before / 1e3, with / 1e3);
    } else {
      report.told(name, "%", percent, detail, before / 1e3, with / 1e3);
    }
  }

  private static double at(List<Sample> rounds, double share) {
    return Sample.of(rounds.stream().map(round -> round.at(share)).toList()).median();
  }

  private BelayConfig config(String name, boolean watched) throws IOException {
    var command =
        FaultyServers.command().stream()
            .map(part -> "\"" + part + "\"")
            .collect(Collectors.toList());
    var yaml =
        """
        mcpServers:
          java: { command: %s, args: [%s] }
        """
            .formatted(command.getFirst(), String.join(", ", command.subList(1, command.size())));
    return new BelayConfig(root, name, watched ? yaml + AUDIT : yaml, CALL);
  }
}

package dev.belay.bench.catalog;

import dev.belay.bench.http.EchoSession;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.http.Wrk;
import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import dev.belay.testkit.fault.FaultyServers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What it costs the calls that somebody watches them. */
record Watchers(Path root, CatalogEffort effort) {
  private static final Time TIME = Time.system();
  private static final Duration SCRAPE_PAUSE = Duration.ofSeconds(1);
  private static final String CALL = "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}";
  private static final String AUDIT = "audit: { file: \"" + BelayConfig.HERE + "/audit.log\" }\n";
  private static final int BUSY = 32;
  private static final int READERS = 100;
  private static final int PER_SECOND = 2_000;

  /** Journal, metrics and audit, each with somebody who reads it, beside none of them. */
  List<Figure> observed() throws IOException, InterruptedException {
    try (var off = config("unwatched", false);
        var on = config("watched", true);
        var bare = off.start();
        var watched = on.start();
        var _ = EventReaders.open(watched, 1)) {
      var scraper = Thread.ofPlatform().name("bench-scraper").daemon().start(() -> scrape(watched));
      var sessions = List.of(EchoSession.open(bare), EchoSession.open(watched));
      var runs = List.of(new ArrayList<Wrk.Run>(), new ArrayList<Wrk.Run>());
      for (int round = -1; round < effort.rounds(); round++) {
        for (int side = 0; side < 2; side++) {
          var run = Wrk.run(sessions.get(side), BUSY, effort.round());
          if (round >= 0) {
            runs.get(side).add(run);
          }
        }
      }
      scraper.interrupt();
      scraper.join();
      double without = median(runs.getFirst());
      double with = median(runs.getLast());
      return List.of(
          Figure.atLeast(
              "calls with journal, metrics and audit read, 32 connections",
              "%s/s unwatched, %s/s watched".formatted(Figure.text(without), Figure.text(with)),
              95,
              "%",
              100 * with / without));
    }
  }

  private static double median(List<Wrk.Run> runs) {
    return Sample.of(runs.stream().map(Wrk.Run::perSecond).toList()).median();
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

  /** A hundred readers of the journal, beside nobody. */
  List<Figure> readers() throws IOException, InterruptedException {
    try (var config = config("belay serve", false);
        var belay = config.start()) {
      var session = EchoSession.open(belay);
      int count = Math.toIntExact(PER_SECOND * effort.round().toSeconds());
      var _ = PacedCallers.call(session, PER_SECOND, count);
      var alone = new ArrayList<Sample>();
      var read = new ArrayList<Sample>();
      for (int round = 0; round < effort.rounds(); round++) {
        alone.add(PacedCallers.call(session, PER_SECOND, count));
        try (var readers = EventReaders.open(belay, READERS)) {
          read.add(PacedCallers.call(session, PER_SECOND, count));
          readers.check(count);
        }
      }
      return List.of(slowed("p50", 0.5, alone, read), slowed("p99", 0.99, alone, read));
    }
  }

  private static Figure slowed(String which, double share, List<Sample> alone, List<Sample> read) {
    double before = at(alone, share);
    double with = at(read, share);
    var name = "100 readers of events, 2,000 calls/s: calls slower, " + which;
    var detail =
        "%s µs without, %s µs with readers"
            .formatted(Figure.text(before / 1e3), Figure.text(with / 1e3));
    double percent = 100 * (with - before) / before;
    return share == 0.5
        ? Figure.atMost(name, detail, "+", 10, "%", percent)
        : Figure.told(name, detail, "%", percent);
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

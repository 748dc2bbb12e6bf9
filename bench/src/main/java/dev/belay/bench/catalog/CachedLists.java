package dev.belay.bench.catalog;

import dev.belay.bench.http.Wrk;
import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How fast lists come from the cache, and how often they are built meanwhile. */
record CachedLists(Path root, CatalogEffort effort) {
  private static final Time TIME = Time.system();
  private static final int CONNECTIONS = 200;

  /** What has to be reached with so many servers and tools. */
  record Aim(int servers, int tools, int perSecond, int p99Ms) {}

  List<Figure> take(Aim aim) throws IOException, InterruptedException {
    try (var fleet = Fleet.start(aim.servers, aim.tools, 0);
        var config = new BelayConfig(root, "belay serve", fleet.yaml(), Fleet.CALL);
        var belay = config.start()) {
      var lists = Lists.of(belay);
      Health.awaitTools(lists, aim.servers * aim.tools);
      int bytes = lists.tools().raw().length();
      var _ = Wrk.run(lists.session(), CONNECTIONS, effort.round());
      var runs = new ArrayList<Wrk.Run>();
      var before = Health.of(belay);
      long begun = TIME.nanos();
      for (int round = 0; round < effort.rounds(); round++) {
        runs.add(Wrk.run(lists.session(), CONNECTIONS, effort.round()));
      }
      double seconds = (TIME.nanos() - begun) / 1e9;
      var after = Health.of(belay);
      lists.session().look();
      return figures(aim, bytes, runs, seconds, after.refreshes() - before.refreshes());
    }
  }

  private static List<Figure> figures(
      Aim aim, int bytes, List<Wrk.Run> runs, double seconds, long builds) {
    var name = "%d servers × %d tools, 200 connections: ".formatted(aim.servers, aim.tools);
    double perSecond = Sample.of(runs.stream().map(Wrk.Run::perSecond).toList()).median();
    double p50 = Sample.of(runs.stream().map(Wrk.Run::p50Micros).toList()).median() / 1e3;
    double p99 = Sample.of(runs.stream().map(Wrk.Run::p99Micros).toList()).median() / 1e3;
    long failed = runs.stream().mapToLong(Wrk.Run::failed).sum();
    return List.of(
        Figure.atLeast(
            name + "lists",
            "%,d bytes each%s".formatted(bytes, failed == 0 ? "" : ", " + failed + " FAILED"),
            aim.perSecond,
            "/s",
            perSecond),
        Figure.atMost(name + "p99", "p50 " + Figure.text(p50) + " ms", "", aim.p99Ms, "ms", p99),
        // One for each second that a list is kept, and one for the second that was cut.
        Figure.atMost(
            name + "builds",
            "in %.1f s, each list kept for 1 s".formatted(seconds),
            "",
            Math.ceil(seconds) + 1,
            "",
            (double) builds));
  }
}

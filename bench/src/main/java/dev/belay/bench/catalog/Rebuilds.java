package dev.belay.bench.catalog;

import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.Wrk;
import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a list costs that nobody has kept, beside the answer of the slowest server to it. */
record Rebuilds(Path root, CatalogEffort effort) {
  private static final Time TIME = Time.system();
  private static final int SLOW_MS = 50;
  private static final int WARMING = 16;
  private static final String NOTHING_KEPT = "mcp: { tools_list: { cache_ttl_ms: 0 } }\n";

  List<Figure> take(int servers, int tools) throws IOException, InterruptedException {
    var name = "%d servers × %d tools, ".formatted(servers, tools);
    try (var fleet = Fleet.start(servers, tools, SLOW_MS);
        var config = new BelayConfig(root, "belay serve", NOTHING_KEPT + fleet.yaml(), Fleet.CALL);
        var belay = config.start();
        var slowest = new KeptConnection(fleet.running().address());
        var through = new KeptConnection(belay.address())) {
      var lists = Lists.of(belay);
      Health.awaitTools(lists, servers * tools);
      var bare = Lists.of(fleet.running()).request(slowest);
      var merged = lists.request(through);
      var own = new long[effort.builds()];
      var whole = new long[effort.builds()];
      // Else it is the compiler's time that is measured: a list is built a thousand times less
      // often
      // than a call is made.
      var _ = Wrk.run(lists.session(), WARMING, effort.round());
      var _ = Wrk.run(Lists.of(fleet.running()).session(), WARMING, effort.round());
      for (int i = 0; i < effort.builds(); i++) {
        long alone = timed(slowest, bare);
        long all = timed(through, merged);
        own[i] = alone;
        whole[i] = all;
      }
      double slowestMs = new Sample(own).median() / 1e6;
      double buildMs = new Sample(whole).median() / 1e6;
      return List.of(
          Figure.atMost(
              name + "built anew, beside the slowest server's answer",
              "%s ms of which that takes %s ms"
                  .formatted(Figure.text(buildMs), Figure.text(slowestMs)),
              "+",
              5,
              "ms",
              buildMs - slowestMs));
    }
  }

  private static long timed(KeptConnection connection, byte[] request) throws IOException {
    long begun = TIME.nanos();
    var answer = connection.exchange(request);
    long took = TIME.nanos() - begun;
    if (answer.status() != 200 || !answer.body().contains("\"result\"")) {
      throw new IOException("a list was answered with " + answer.status());
    }
    return took;
  }
}

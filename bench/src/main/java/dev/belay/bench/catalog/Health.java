package dev.belay.bench.catalog;

import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.core.time.Time;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;

/** Figures of lists in {@code GET /health}. */
record Health(long tools, long refreshes, long misses, long failures) {
  private static final Time TIME = Time.system();
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final Duration BETWEEN = Duration.ofMillis(50);

  static Health of(RunningGateway gateway) throws IOException {
    try (var connection = new KeptConnection(gateway.address())) {
      var answer = connection.exchange(connection.get("/health"));
      var catalog = Json.parse(answer.body()).at("catalog");
      return new Health(
          number(catalog, "tools"),
          number(catalog, "cache_refreshes"),
          number(catalog, "cache_misses"),
          number(catalog, "build_failures"));
    }
  }

  private static long number(Json catalog, String member) {
    return Long.parseLong(catalog.at(member).raw());
  }

  /** Requests lists until one has all the tools: servers start one after another. */
  static void awaitTools(Lists lists, int tools) throws IOException, InterruptedException {
    long end = TIME.nanos() + LIMIT.toNanos();
    while (lists.count() < tools) {
      if (TIME.nanos() > end) {
        throw new IOException("it lists " + lists.count() + " tools of " + tools);
      }
      TIME.sleep(BETWEEN);
    }
  }
}

package dev.belay.bench.catalog;

import dev.belay.bench.http.Gateway;
import dev.belay.bench.http.Gateways;
import dev.belay.bench.http.KeptConnection;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.http.Wrk;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Latency of lists from the cache, and of lists that must be built. */
record ListCosts(Report report, Path root, Effort effort) {
  private static final Time TIME = Time.system();
  private static final int CONNECTIONS = 200;
  private static final int SLOW_MS = 50;
  private static final int WARMING = 16;
  private static final String NOTHING_KEPT = "mcp: { tools_list: { cache_ttl_ms: 0 } }\n";

  private Duration round() {
    return effort.seconds(3, 8);
  }

  /** Requests lists from the cache, and counts how often they are built meanwhile. */
  void cached(int servers, int tools, int perSecond, int p99Ms)
      throws IOException, InterruptedException {
    try (var fleet = Fleet.start(servers, tools, 0);
        var config = new BelayConfig(root, "belay serve", fleet.yaml(), Fleet.CALL);
        var belay = config.start()) {
      var lists = Lists.of(belay);
      Health.awaitTools(lists, servers * tools);
      int bytes = lists.tools().raw().length();
      var before = Health.of(belay);
      long begun = TIME.nanos();
      var run =
          Wrk.rounds(List.of(lists.session()), CONNECTIONS, effort.of(1, 3), round()).getFirst();
      double seconds = (TIME.nanos() - begun) / 1e9;
      long builds = Health.of(belay).refreshes() - before.refreshes();
      lists.session().look();
      var name = "%d servers × %d tools, 200 connections: ".formatted(servers, tools);
      var detail = "%,d bytes each%s".formatted(bytes, run.failures());
      report.atLeast(name + "lists", perSecond, "/s", (double) run.perSecond(), detail);
      report.atMost(
          name + "p99", p99Ms, "ms", run.p99Micros() / 1e3, "p50 %s ms", run.p50Micros() / 1e3);
      // One for each second that a list is kept, and one for the partial second.
      var kept = "in %s s, each list kept for 1 s";
      report.atMost(name + "builds", Math.ceil(seconds) + 1, "", (double) builds, kept, seconds);
    }
  }

  /** Measures lists that the last server delays, beside the answer of that server alone. */
  void rebuilt(int servers, int tools) throws IOException, InterruptedException {
    try (var fleet = Fleet.start(servers, tools, SLOW_MS);
        var config = new BelayConfig(root, "belay serve", NOTHING_KEPT + fleet.yaml(), Fleet.CALL);
        var belay = config.start();
        var slowest = new KeptConnection(fleet.running().address());
        var through = new KeptConnection(belay.address())) {
      var lists = Lists.of(belay);
      Health.awaitTools(lists, servers * tools);
      var alone = Lists.of(fleet.running());
      // Otherwise the compiler's time is measured: a list is built a thousand times less often
      // than a call is made.
      var _ = Wrk.rounds(List.of(lists.session(), alone.session()), WARMING, 0, round());
      var own = new long[effort.of(20, 100)];
      var whole = new long[own.length];
      for (int i = 0; i < own.length; i++) {
        own[i] = timed(slowest, alone.request(slowest));
        whole[i] = timed(through, lists.request(through));
      }
      double slowestMs = new Sample(own).median() / 1e6;
      double buildMs = new Sample(whole).median() / 1e6;
      report.added(
          "%d servers × %d tools, built anew, beside the slowest server's answer"
              .formatted(servers, tools),
          5,
          "ms",
          buildMs - slowestMs,
          "%s ms of which that takes %s ms",
          buildMs,
          slowestMs);
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

  /**
   * A running {@link FleetServer}.
   *
   * @param servers the number of its servers
   */
  record Fleet(RunningGateway running, int servers) implements AutoCloseable {
    /** A call of its first tool, by Belay's name for it. */
    static final String CALL = "{\"name\":\"s0__tool_0\",\"arguments\":{\"query\":\"x\"}}";

    /** Starts it; the last server takes {@code delayMs} to list its tools. */
    static Fleet start(int servers, int tools, int delayMs)
        throws IOException, InterruptedException {
      var gateway = new Gateway("fleet", port -> command(port, servers, tools, delayMs), CALL);
      return new Fleet(RunningGateway.start(gateway), servers);
    }

    private static List<String> command(int port, int servers, int tools, int delayMs) {
      var command = new ArrayList<>(List.of(Gateways.java()));
      command.addAll(Gateways.JVM);
      command.addAll(List.of("-cp", Gateways.classPath(), FleetServer.class.getName()));
      for (int argument : new int[] {port, servers, tools, delayMs}) {
        command.add(Integer.toString(argument));
      }
      return command;
    }

    /** {@return the servers as in Belay's configuration, each with one session for all clients} */
    String yaml() {
      var yaml = new StringBuilder("mcpServers:\n");
      for (int i = 0; i < servers; i++) {
        yaml.append("  s%d: { url: \"%s\", isolation: shared }\n".formatted(i, url(i)));
      }
      return yaml.toString();
    }

    private String url(int server) {
      return "http://127.0.0.1:" + running.address().getPort() + "/s" + server;
    }

    @Override
    public void close() throws IOException {
      running.close();
    }
  }
}

package dev.belay.bench.wrap;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Figures of {@code belay wrap}, with a server in Java and one in Node. */
public final class WrapFigures {
  private static final Path EVERYTHING =
      Path.of("peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js");

  private WrapFigures() {}

  /**
   * Measures the figures for each installed server.
   *
   * @param root the checkout, with a finished {@code dist/}
   */
  public static void take(Report report, Path root, Effort effort) throws IOException {
    for (var server : servers(root)) {
      var belay = root.resolve("dist/bin/belay");
      var wrapped = server.behind(belay);
      new Comparison(effort, server, wrapped).take(report);
      new OwnProcess(server, wrapped, server.behind(belay, "--isolation", "call")).take(report);
    }
  }

  private static List<ServerCommand> servers(Path root) {
    var servers = new ArrayList<ServerCommand>();
    servers.add(new ServerCommand("Java", FaultyServers.command(), "text"));
    var everything = root.resolve(EVERYTHING);
    if (Files.exists(everything)) {
      var command = List.of("node", everything.toString(), "stdio");
      servers.add(new ServerCommand("server-everything", command, "message"));
    }
    return servers;
  }

  /**
   * An echo on a process of its own, started and opened ahead ({@code isolation: call} with a
   * spare), beside one on a process that all calls share, by turns.
   *
   * <p>Calls are spaced, so that the spare is ready: one that follows at once waits for a start.
   * The first call of a process is slower than later ones with or without Belay, so that of the
   * bare server is measured too.
   */
  record OwnProcess(ServerCommand bare, ServerCommand shared, ServerCommand own) {
    private static final Time TIME = Time.system();
    private static final Duration SPACE = Duration.ofSeconds(1);
    private static final int COUNT = 20;

    void take(Report report) throws IOException {
      var together = new ArrayList<Long>();
      var alone = new ArrayList<Long>();
      var first = new ArrayList<Long>();
      try (var one = LineClient.open(shared);
          var other = LineClient.open(own)) {
        one.begin();
        other.begin();
        for (int i = 0; i < COUNT; i++) {
          try (var fresh = LineClient.open(bare)) {
            fresh.initialized();
            TIME.sleep(SPACE);
            together.add(Echoes.latencies(one, 1, 1).median());
            alone.add(Echoes.latencies(other, 1, 1).median());
            first.add(Echoes.latencies(fresh, 1, 1).median());
          }
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      double sharedMicros = Sample.of(together).median() / 1e3;
      double ownMicros = Sample.of(alone).median() / 1e3;
      double bareMicros = Sample.of(first).median() / 1e3;
      report.atMost(
          bare.name() + ": echo p50, isolation: call with a spare, beside shared",
          3,
          "×",
          ownMicros / sharedMicros,
          "%s µs of its own, %s µs shared; calls 1 s apart",
          ownMicros,
          sharedMicros);
      report.told(
          bare.name() + ": the same, beside the first echo of a bare process",
          "µs more",
          ownMicros - bareMicros,
          "%s µs bare",
          bareMicros);
    }
  }
}

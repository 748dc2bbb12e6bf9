package dev.belay.bench.wrap;

import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Report;
import dev.belay.testkit.fault.FaultyServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The figures of {@code belay wrap}, on a server in Java and on one in Node. */
public final class WrapFigures {
  private static final Path EVERYTHING =
      Path.of("peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js");

  private WrapFigures() {}

  /**
   * Takes the figures for each server that is installed.
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
}

package dev.belay.bench.catalog;

import dev.belay.bench.http.Gateway;
import dev.belay.bench.http.Gateways;
import dev.belay.bench.http.RunningGateway;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A running {@link FleetServer}.
 *
 * @param servers how many there are in it
 */
record Fleet(RunningGateway running, int servers) implements AutoCloseable {
  /** A call of its first tool, as Belay names it. */
  static final String CALL = "{\"name\":\"s0__tool_0\",\"arguments\":{\"query\":\"x\"}}";

  /** Starts it; the last server takes {@code delayMs} to list its tools. */
  static Fleet start(int servers, int tools, int delayMs) throws IOException, InterruptedException {
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

  /**
   * {@return the servers as Belay's configuration has them, a session with each for all clients}
   */
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

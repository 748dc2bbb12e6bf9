package dev.belay.testbed.fault;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;

/** Serves all clients on loopback; stdin takes commands, and its end is the server's. */
final class HttpDoor {
  private static final int BACKLOG = 1024;

  private final Server server;
  private final Endpoint endpoint;
  private final Wire stdout;

  HttpDoor(Server server) {
    this.server = server;
    endpoint = new Endpoint(server);
    stdout = new StdioWire(server.host.out());
  }

  /** Serves until stdin ends. */
  void serve() throws IOException {
    var listening =
        new ServerSocket(server.options.http, BACKLOG, InetAddress.getLoopbackAddress());
    stdout.line("http://127.0.0.1:" + listening.getLocalPort() + "/mcp");
    CallThread.run(
        () -> {
          for (; ; ) {
            var socket = listening.accept();
            CallThread.run(new HttpConnection(server, endpoint, socket)::serve, server);
          }
        },
        server);
    var in = new BufferedReader(new InputStreamReader(server.host.in(), StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      obey(line);
    }
  }

  private void obey(String order) {
    try {
      if (order.startsWith("fault ")) {
        server.options.httpRules.add(HttpRule.parse(order.substring(6)));
      } else if (order.startsWith("era ")) {
        server.options.era = Options.era(order.substring(4));
      } else if (order.equals("calm")) {
        server.options.httpRules.clear();
      } else {
        throw new IllegalArgumentException("unknown order " + order);
      }
      stdout.line("ok");
    } catch (IllegalArgumentException e) {
      stdout.line("no: " + e.getMessage());
    }
  }
}

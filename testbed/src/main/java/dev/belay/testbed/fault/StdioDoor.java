package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import dev.belay.testkit.json.NotJson;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Serves the one client at the other end of stdin and stdout. */
final class StdioDoor {
  private final Server server;
  private final Requests requests;
  private final Wire wire;
  private final Peer peer;

  StdioDoor(Server server) {
    this.server = server;
    requests = new Requests(server);
    wire = new StdioWire(server.host.out());
    peer = new Peer(server, wire);
    server.listeners.join(peer);
  }

  /** Serves until stdin ends. */
  void serve() throws IOException, InterruptedException {
    if (server.options.startNoise) {
      wire.line("Welcome to faulty!");
      wire.line("");
      wire.line("{not json");
    }
    var in = new BufferedReader(new InputStreamReader(server.host.in(), StandardCharsets.UTF_8));
    for (var line = in.readLine(); line != null; line = in.readLine()) {
      server.log.note("recv", line);
      try {
        var message = Json.parse(line);
        if (message instanceof Json.Items batch) {
          for (var part : batch.values()) {
            requests.receive(part, peer, wire);
          }
        } else {
          requests.receive(message, peer, wire);
        }
      } catch (NotJson e) {
        wire.refuse(Json.Atom.ABSENT, -32700, "Parse error: " + e.getMessage(), "");
      }
    }
  }
}

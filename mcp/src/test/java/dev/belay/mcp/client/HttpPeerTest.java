package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.INITIALIZED;
import static dev.belay.mcp.client.Said.initialize;
import static dev.belay.mcp.client.Said.opened;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** Base of all tests of a connection: a scripted server, and a check that nothing is left of it. */
abstract class HttpPeerTest {
  final RecordingHttpHandler handler = new RecordingHttpHandler();
  private final List<ScriptedServer> servers = new ArrayList<>();
  private final List<HttpConnection> connections = new ArrayList<>();

  final ScriptedServer serve(ScriptedServer.Script script) {
    var server = new ScriptedServer(script);
    servers.add(server);
    return server;
  }

  /** Serves a session without a stream of its own; {@code script} answers the requests in it. */
  final ScriptedServer serveSession(ScriptedServer.Script script) {
    return serve(inSession(script));
  }

  /** Returns the script of such a session. */
  static ScriptedServer.Script inSession(ScriptedServer.Script script) {
    return (request, wire) -> {
      if (isGet(request)) {
        wire.respond(405, "", "");
      } else if (!isOpening(request, wire, "abc")) {
        script.answer(request, wire);
      }
    };
  }

  final HttpConnection connect(ScriptedServer server) {
    return connect(server.url(), HttpBounds.DEFAULT, new HandTime());
  }

  final HttpConnection connect(ScriptedServer server, HttpBounds bounds, Time time) {
    return connect(server.url(), bounds, time);
  }

  final HttpConnection connect(URI url, HttpBounds bounds, Time time) {
    var connection = new HttpConnection("s", url, Map.of(), bounds, time, handler);
    connections.add(connection);
    connection.start();
    return connection;
  }

  /** Connects over the transport of 2024-11-05. */
  final HttpConnection connectOverEvents(ScriptedServer server, Time time) {
    var connection = connect(server, HttpBounds.DEFAULT, time);
    connection.overEvents();
    return connection;
  }

  /** Opens a legacy session whose GET stream is refused unless {@code script} serves it. */
  final HttpConnection session(ScriptedServer server, Time time) throws InterruptedException {
    var connection = connect(server, HttpBounds.DEFAULT, time);
    opens(connection);
    return connection;
  }

  final void opens(HttpConnection connection) throws InterruptedException {
    answers(connection, initialize(0), "0 " + opened(0));
    connection.send(utf8(INITIALIZED));
  }

  /** Sends a message and waits for what is heard next. */
  final void answers(HttpConnection connection, byte[] message, String... heard)
      throws InterruptedException {
    connection.send(message);
    hears(heard);
  }

  /** Waits for what is heard next, one after the other. */
  final void hears(String... heard) throws InterruptedException {
    for (var one : heard) {
      assertThat(handler.next()).isEqualTo(one);
    }
  }

  /**
   * Answers the requests that open and end a session named {@code id}; true if it was one of them.
   */
  static boolean isOpening(ScriptedServer.Heard request, Wire wire, String id)
      throws java.io.IOException {
    if (request.method().equals("DELETE")) {
      wire.respond(200, "", "");
    } else if (request.has("\"initialize\"")) {
      wire.json(opened(0), "Mcp-Session-Id: " + id + "\r\n");
    } else if (request.has("notifications/")) {
      wire.accepted();
    } else {
      return false;
    }
    return true;
  }

  static boolean isGet(ScriptedServer.Heard request) {
    return request.method().equals("GET");
  }

  @AfterEach
  final void nothingIsLeft() {
    for (var connection : connections) {
      connection.close();
      connection.closed().toCompletableFuture().join();
      assertThat(connection.send(initialize(99))).isFalse();
    }
    servers.forEach(ScriptedServer::close);
  }
}

package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/** Answers the requests of clients, in their era. */
final class Requests {
  private static final String METHOD_NOT_FOUND = "Method not found";
  private static final String NO_CACHING = "\"ttlMs\":0,\"cacheScope\":\"private\"";

  private final Server server;

  Requests(Server server) {
    this.server = server;
  }

  /** Handles any message of {@code peer}; its results go to {@code wire}. */
  void receive(Json message, Peer peer, Wire wire) throws InterruptedException {
    var method = message.at("method").text();
    if (method.isEmpty()) {
      server.log.note("answer", message.raw());
      server.questions.answered(message);
    } else if (message.at("id").present()) {
      handle(method, message.at("id"), message.at("params"), peer, wire);
    } else if (method.equals("notifications/cancelled")) {
      peer.cancelled(message.at("params", "requestId"));
    }
  }

  /** {@return whether a request with these params belongs to the modern era} */
  boolean isModern(Json params) {
    return switch (server.options.era) {
      case LEGACY -> false;
      case MODERN -> true;
      case BOTH -> !Era.claimed(params).isEmpty();
    };
  }

  private void handle(String method, Json id, Json params, Peer peer, Wire wire)
      throws InterruptedException {
    if (isModern(params)) {
      modern(method, id, params, peer, wire);
    } else {
      legacy(method, id, params, peer, wire);
    }
  }

  private void modern(String method, Json id, Json params, Peer peer, Wire wire) {
    var claimed = Era.claimed(params);
    if (!claimed.equals(Era.MODERN_REVISION) || !server.options.revisions.isEmpty()) {
      var wanted = params.at("protocolVersion").text(claimed);
      if (wanted.isEmpty()) {
        wire.refuse(id, -32602, "Missing _meta io.modelcontextprotocol/protocolVersion", "");
      } else {
        wire.refuse(
            id,
            -32022,
            "Unsupported protocol version",
            Era.unsupported(wanted, server.options.revisions));
      }
      return;
    }
    switch (method) {
      case "server/discover" -> wire.answer(id, Era.discovery());
      case "tools/list" -> listTools(id, "," + NO_CACHING, /* modern= */ true, wire);
      case "tools/call" ->
          CallThread.start(new Call(id, params, /* modern= */ true, peer, wire), server);
      case "resources/list" ->
          wire.answer(id, Era.stamp("\"resources\":[]," + NO_CACHING, /* modern= */ true));
      case "subscriptions/listen" ->
          server.listeners.listen(peer, id, params.at("notifications"), wire);
      default -> unknown(id, wire);
    }
  }

  private void legacy(String method, Json id, Json params, Peer peer, Wire wire)
      throws InterruptedException {
    switch (method) {
      case "initialize" -> initialize(id, params, peer, wire);
      case "ping" -> {
        if (!server.options.ignorePing) {
          wire.answer(id, "{}");
        }
      }
      case "tools/list" -> listTools(id, "", /* modern= */ false, wire);
      case "tools/call" ->
          CallThread.start(new Call(id, params, /* modern= */ false, peer, wire), server);
      case "resources/list" -> wire.answer(id, "{\"resources\":[]}");
      case "logging/setLevel", "resources/subscribe", "resources/unsubscribe" ->
          wire.answer(id, "{}");
      case "tasks/get", "tasks/cancel" -> peer.tasks.request(method, id, params, wire);
      case "tasks/result" ->
          CallThread.run(() -> peer.tasks.request(method, id, params, wire), server);
      default -> unknown(id, wire);
    }
  }

  private void initialize(Json id, Json params, Peer peer, Wire wire) throws InterruptedException {
    server.host.time().sleep(server.options.slowStart);
    if (!server.options.silentStart) {
      peer.revision = Era.agreed(params.at("protocolVersion").text());
      wire.answer(id, Era.greeting(peer.revision));
    }
  }

  private void listTools(Json id, String caching, boolean modern, Wire wire) {
    wire.answer(id, Era.stamp("\"tools\":" + server.catalog.tools() + caching, modern));
  }

  private void unknown(Json id, Wire wire) {
    if (server.options.exitOnUnknownRequest) {
      server.complain("faulty: unknown request");
      server.exit(1);
    }
    wire.refuse(id, -32601, METHOD_NOT_FOUND, "");
  }
}

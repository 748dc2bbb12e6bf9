package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;

/** Answers what a client may request, in the era in which it asks. */
final class Requests {
  private static final String METHOD_NOT_FOUND = "Method not found";

  private final Server server;

  Requests(Server server) {
    this.server = server;
  }

  void handle(String method, Json id, Json params) throws InterruptedException {
    var claimed = Era.claimed(params);
    switch (server.options.era) {
      case LEGACY -> legacy(method, id, params);
      case MODERN -> modern(method, id, params, claimed);
      case BOTH -> {
        if (claimed.isEmpty()) {
          legacy(method, id, params);
        } else {
          modern(method, id, params, claimed);
        }
      }
    }
  }

  private void modern(String method, Json id, Json params, String claimed) {
    var wire = server.wire;
    if (!claimed.equals(Era.MODERN_REVISION)) {
      var wanted = params.at("protocolVersion").text(claimed);
      if (wanted.isEmpty()) {
        wire.error(id, -32602, "Missing _meta io.modelcontextprotocol/protocolVersion", "");
      } else {
        wire.error(id, -32022, "Unsupported protocol version", Era.unsupported(wanted));
      }
      return;
    }
    switch (method) {
      case "server/discover" -> wire.result(id, Era.discovery());
      case "tools/list" -> listTools(id, /* modern= */ true);
      case "tools/call" -> CallThread.start(id, params, /* modern= */ true, server);
      case "resources/list" ->
          wire.result(
              id, Era.stamp("\"resources\":[],\"ttlMs\":0,\"cacheScope\":\"private\"", true));
      case "subscriptions/listen" -> server.listeners.listen(id, params.at("notifications"));
      default -> unknown(id);
    }
  }

  private void legacy(String method, Json id, Json params) throws InterruptedException {
    var wire = server.wire;
    switch (method) {
      case "initialize" -> initialize(id, params);
      case "ping" -> {
        if (!server.options.ignorePing) {
          wire.result(id, "{}");
        }
      }
      case "tools/list" -> listTools(id, /* modern= */ false);
      case "tools/call" -> CallThread.start(id, params, /* modern= */ false, server);
      case "resources/list" -> wire.result(id, "{\"resources\":[]}");
      case "logging/setLevel", "resources/subscribe", "resources/unsubscribe" ->
          wire.result(id, "{}");
      case "tasks/get", "tasks/cancel" -> server.tasks.request(method, id, params);
      case "tasks/result" -> CallThread.run(() -> server.tasks.request(method, id, params), server);
      default -> unknown(id);
    }
  }

  private void initialize(Json id, Json params) throws InterruptedException {
    Thread.sleep(server.options.slowStart);
    if (!server.options.silentStart) {
      server.revision = Era.agreed(params.at("protocolVersion").text());
      server.wire.result(id, Era.greeting(server.revision));
    }
  }

  private void listTools(Json id, boolean modern) {
    var caching = modern ? ",\"ttlMs\":0,\"cacheScope\":\"private\"" : "";
    server.wire.result(id, Era.stamp("\"tools\":" + server.catalog.tools() + caching, modern));
  }

  private void unknown(Json id) {
    if (server.options.exitOnUnknownRequest) {
      server.wire.complain("faulty: unknown request");
      server.exit(1);
    }
    server.wire.error(id, -32601, METHOD_NOT_FOUND, "");
  }
}

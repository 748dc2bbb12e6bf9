package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/**
 * View of one client for the server: a stdio pipe, a legacy session, or a single modern request
 * over HTTP. Ids are unique within one peer only.
 */
final class Peer {
  final Server server;
  final Calls calls = new Calls();

  /** Receives messages that belong to no request. */
  final Wire unasked;

  final Tasks tasks;

  /** The revision agreed with a legacy client; empty before. */
  volatile String revision = "";

  Peer(Server server, Wire unasked) {
    this.server = server;
    this.unasked = unasked;
    tasks = new Tasks(unasked);
  }

  /** Handles the cancellation of one request. */
  void cancelled(Json id) {
    var known = calls.cancel(id) || server.listeners.end(this, id);
    server.log.note(known ? "cancelled" : "cancelled-unknown", id.raw());
  }

  /** Cancels all calls, since their client is gone. */
  void gone() {
    for (var id : calls.cancelAll()) {
      server.log.note("cancelled", id);
    }
    server.listeners.forget(this);
  }
}

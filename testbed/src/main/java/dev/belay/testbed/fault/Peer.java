package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/**
 * One client as the server sees it: a stdio pipe, a legacy session, or a single modern request over
 * HTTP. Ids mean something within one peer only.
 */
final class Peer {
  final Server server;
  final Calls calls = new Calls();

  /** Takes what belongs to no request. */
  final Wire unasked;

  final Tasks tasks;

  /** The revision agreed with a legacy client, empty before. */
  volatile String revision = "";

  Peer(Server server, Wire unasked) {
    this.server = server;
    this.unasked = unasked;
    tasks = new Tasks(unasked);
  }

  /** Takes a cancellation of one request. */
  void cancelled(Json id) {
    var known = calls.cancel(id) || server.listeners.end(this, id);
    server.log.note(known ? "cancelled" : "cancelled-unknown", id.raw());
  }

  /** Cancels whatever runs, since nobody is left to hear of it. */
  void gone() {
    for (var id : calls.cancelAll()) {
      server.log.note("cancelled", id);
    }
    server.listeners.forget(this);
  }
}

package dev.belay.gateway.relay;

import dev.belay.gateway.translate.ClientCapabilities;

/**
 * For whom an upstream is that not everybody shares: a legacy server is told once, at its opening,
 * what its client can do, and may remember what it did for it.
 *
 * @param principal who is calling: an authenticated subject, or {@code local}
 * @param client the session of a legacy client; empty for modern ones, which have none
 * @param place tells apart upstreams for requests of modern clients that run at the same time, so
 *     that what a server asks back can belong to one of them only; 0 for a session
 */
record Tenant(String principal, String client, ClientCapabilities capabilities, int place) {
  static Tenant of(ClientSession session) {
    return new Tenant(
        session.link().principal(),
        session.isModern() ? "" : session.link().id(),
        session.capabilities().relayed(),
        0);
  }

  /** {@return for whom the requests of a modern client are} */
  static Tenant of(String principal, ClientCapabilities capabilities) {
    return new Tenant(principal, "", capabilities.relayed(), 0);
  }

  Tenant next() {
    return new Tenant(principal, client, capabilities, place + 1);
  }

  /** {@return whether requests of many conversations may come for it, one after another} */
  boolean outlivesConversations() {
    return client.isEmpty();
  }
}

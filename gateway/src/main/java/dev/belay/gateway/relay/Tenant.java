package dev.belay.gateway.relay;

import dev.belay.gateway.translate.ClientCapabilities;

/**
 * For whom an upstream is that not everybody shares: a legacy server is told once, at its opening,
 * what its client can do, and may remember what it did for it.
 *
 * @param principal who is calling: an authenticated subject, or {@code local}
 * @param client the session of a legacy client; empty for modern ones, which have none
 */
record Tenant(String principal, String client, ClientCapabilities capabilities) {
  static Tenant of(ClientSession session) {
    return new Tenant(
        session.link().principal(),
        session.isModern() ? "" : session.link().id(),
        session.capabilities().relayed());
  }

  /** {@return whether requests of many conversations may come for it, one after another} */
  boolean outlivesConversations() {
    return client.isEmpty();
  }
}

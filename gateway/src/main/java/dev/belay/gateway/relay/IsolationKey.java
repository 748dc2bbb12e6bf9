package dev.belay.gateway.relay;

import dev.belay.gateway.translate.Introduction;

/**
 * Identifies the owner of an isolated upstream: a legacy server receives its client's capabilities
 * once, at its opening, and may hold state for it.
 *
 * @param principal who is calling: an authenticated subject, or {@code local}
 * @param client the session of a legacy client; empty for modern ones, which have none
 * @param introduction the introduction of its clients, as relayed to a server
 * @param place distinguishes upstreams of concurrent requests of modern clients, so that a server's
 *     question can belong to one of them only; 0 for a session
 */
record IsolationKey(String principal, String client, Introduction introduction, int place) {
  static IsolationKey of(ClientSession session) {
    return session.isModern()
        ? of(session.link().principal(), session.introduction())
        : of(session.link().principal(), session.link().id(), session.introduction());
  }

  /** {@return the key for requests of a modern client} */
  static IsolationKey of(String principal, Introduction client) {
    return of(principal, "", client);
  }

  private static IsolationKey of(String principal, String client, Introduction said) {
    var relayed = said.withCapabilities(said.capabilities().relayed()).withLogLevel(null);
    return new IsolationKey(principal, client, relayed, 0);
  }

  IsolationKey next() {
    return new IsolationKey(principal, client, introduction, place + 1);
  }

  /** {@return whether successive conversations may use it} */
  boolean outlivesConversations() {
    return client.isEmpty();
  }
}

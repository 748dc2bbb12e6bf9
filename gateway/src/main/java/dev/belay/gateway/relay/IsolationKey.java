package dev.belay.gateway.relay;

import dev.belay.gateway.translate.Introduction;

/**
 * For whom an upstream is that not everybody shares: a legacy server is told once, at its opening,
 * what its client can do, and may remember what it did for it.
 *
 * @param principal who is calling: an authenticated subject, or {@code local}
 * @param client the session of a legacy client; empty for modern ones, which have none
 * @param introduction what its clients say of themselves, as a server may hear it
 * @param place tells apart upstreams for requests of modern clients that run at the same time, so
 *     that what a server asks back can belong to one of them only; 0 for a session
 */
record IsolationKey(String principal, String client, Introduction introduction, int place) {
  static IsolationKey of(ClientSession session) {
    return session.isModern()
        ? of(session.link().principal(), session.introduction())
        : of(session.link().principal(), session.link().id(), session.introduction());
  }

  /** {@return for whom the requests of a modern client are} */
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

  /** {@return whether requests of many conversations may come for it, one after another} */
  boolean outlivesConversations() {
    return client.isEmpty();
  }
}

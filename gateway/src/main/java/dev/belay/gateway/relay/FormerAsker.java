package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Asker;

/**
 * The owner of a cancelled request: later questions about it must not reach others.
 *
 * @param client the conversation of the request
 */
record FormerAsker(String principal, String client, boolean isModern) implements Asker {
  static FormerAsker of(ClientSession session) {
    return new FormerAsker(session.link().principal(), session.link().id(), session.isModern());
  }

  @Override
  public Asker afterwards() {
    return this;
  }

  /**
   * Returns whether that client may be this owner. Modern requests share no conversation: those of
   * one principal count as one client's, once the server's time to stop is over.
   */
  boolean mayBe(ClientSession other, boolean isStopping) {
    return client.equals(other.link().id())
        || (isModern
            && other.isModern()
            && !isStopping
            && principal.equals(other.link().principal()));
  }
}

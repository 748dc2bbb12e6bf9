package dev.belay.gateway.relay;

import dev.belay.gateway.upstream.Asker;

/**
 * Whose request it was that was taken back: what its server still asks for it must not reach
 * others.
 *
 * @param client the conversation that it came in
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
   * Whether that client may hear what belongs to this one. Requests of the modern era share no
   * conversation: those of one principal are taken for one client's, once the server has had its
   * time to stop.
   */
  boolean mayBe(ClientSession other, boolean isStopping) {
    return client.equals(other.link().id())
        || (isModern
            && other.isModern()
            && !isStopping
            && principal.equals(other.link().principal()));
  }
}

package dev.belay.gateway.turn;

import dev.belay.mcp.session.ClientLink;

/**
 * What asks servers on behalf of a principal: a turn, or what reads the lists for turns. It can be
 * told nothing but answers.
 *
 * @param id tells it from others
 */
record TurnAsker(String principal, String id) implements ClientLink {
  /** The door that figures name. */
  static final String DOOR = "/api/turns";

  @Override
  public String door() {
    return DOOR;
  }

  @Override
  public boolean tell(byte[] message) {
    return false;
  }
}

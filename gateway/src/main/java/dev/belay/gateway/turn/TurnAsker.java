package dev.belay.gateway.turn;

import dev.belay.mcp.session.ClientLink;

/**
 * The client of servers on behalf of a principal: a turn, or the reader of lists for turns. It
 * receives answers alone.
 *
 * @param id distinguishes it from others
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

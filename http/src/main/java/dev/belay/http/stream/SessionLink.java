package dev.belay.http.stream;

import dev.belay.mcp.session.ClientLink;

/** The client of a session, as whatever serves it sees it. */
record SessionLink(String principal, String id, EventLog log) implements ClientLink {
  @Override
  public String door() {
    return "/mcp";
  }

  @Override
  public boolean tell(byte[] message) {
    return log.tell(message);
  }
}

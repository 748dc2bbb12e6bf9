package dev.belay.http.stream;

import dev.belay.mcp.session.ClientLink;

/** The client of one modern request, whom nothing reaches but the answer to that. */
record ModernClient(String principal, String id) implements ClientLink {
  @Override
  public boolean tell(byte[] message) {
    return false;
  }
}

package dev.belay.http.stream;

import dev.belay.http.route.EventStream;
import dev.belay.mcp.session.ClientLink;

/** The client of HTTP+SSE, as whatever serves it sees it. */
record EventsLink(String principal, String id, EventStream stream) implements ClientLink {
  @Override
  public String door() {
    return McpOverHttp.MESSAGES;
  }

  @Override
  public boolean tell(byte[] message) {
    return stream.send(null, Wire.MESSAGE, message);
  }
}

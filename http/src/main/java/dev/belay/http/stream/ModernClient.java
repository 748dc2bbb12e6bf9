package dev.belay.http.stream;

import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.TraceContext;
import org.jspecify.annotations.Nullable;

/** The client of one modern request, whom nothing reaches but the answer to that. */
record ModernClient(String principal, String id, @Nullable TraceContext trace)
    implements ClientLink {
  @Override
  public String door() {
    return "/mcp";
  }

  @Override
  public boolean tell(byte[] message) {
    return false;
  }
}

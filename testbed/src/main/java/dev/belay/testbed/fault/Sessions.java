package dev.belay.testbed.fault;

import dev.belay.testkit.http.Head;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The legacy sessions of an HTTP server (MCP 2025-11-25 §transports, session management). */
final class Sessions {
  private final Map<String, Session> open = new ConcurrentHashMap<>();
  private final Server server;

  Sessions(Server server) {
    this.server = server;
  }

  Session begin() {
    var session = new Session(server);
    open.put(session.id, session);
    server.log.note("session", session.id);
    return session;
  }

  /** {@return the session of a request; null if the request was refused for lack of one} */
  @Nullable Session of(Head head, Reply reply) {
    var id = head.field("Mcp-Session-Id");
    if (id.isEmpty()) {
      Refused.legacy(reply, 400, -32000, "Bad Request: Mcp-Session-Id header is required");
      return null;
    }
    var session = open.get(id);
    if (session != null && session.used() > server.options.expireSessionsAfter) {
      forget(session);
      session.end();
      session = null;
    }
    if (session == null) {
      Refused.legacy(reply, 404, -32001, "Session not found");
    }
    return session;
  }

  /** Forgets the id; running calls continue. */
  void forget(Session session) {
    if (open.remove(session.id) != null) {
      server.log.note("ended-session", session.id);
    }
  }
}

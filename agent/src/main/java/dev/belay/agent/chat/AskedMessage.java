package dev.belay.agent.chat;

import dev.belay.agent.loop.Asked;
import dev.belay.core.call.Caller;
import dev.belay.core.turn.TurnRequest;
import dev.belay.gateway.turn.AskedBody;
import dev.belay.gateway.turn.InvalidTurn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api/sessions/stream}.
 *
 * @param agent whom it is for; null for the agent that people mean who name none
 * @param session the conversation: one of its own where the body names none
 * @param limit how long the answer may take; null where it does not say
 */
record AskedMessage(
    @Nullable String agent,
    String session,
    String message,
    @Nullable Duration limit,
    @Nullable Path workspace,
    List<Path> allowedRoots) {
  private static final Set<String> KNOWN =
      Set.of("agentId", "sessionId", "message", "timeoutMs", "workspace", "allowedRoots");

  /**
   * Reads a body.
   *
   * @throws InvalidTurn if it has no message; says what is wrong, and where
   */
  static AskedMessage of(byte[] bytes) throws InvalidTurn {
    var body = AskedBody.of(bytes, KNOWN);
    var session = body.optional("sessionId");
    return new AskedMessage(
        body.optional("agentId"),
        session == null || session.isBlank() ? UUID.randomUUID().toString() : session,
        body.text("message"),
        body.limit(),
        body.path("workspace"),
        body.paths("allowedRoots"));
  }

  /**
   * {@return the message, on behalf of that principal}
   *
   * @param name whom it is for
   * @param most how long a turn may take at most; zero is without limit
   */
  Asked to(String name, String principal, Duration most) {
    var caller = new Caller(principal, name, session, workspace, allowedRoots, 0, null);
    var granted = AskedBody.granted(limit, most);
    return new Asked(
        new TurnRequest(name, session, caller, null, granted), message, /* isKept= */ true);
  }
}

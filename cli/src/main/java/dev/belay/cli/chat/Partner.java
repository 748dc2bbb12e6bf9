package dev.belay.cli.chat;

import dev.belay.mcp.envelope.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whom a person talks to.
 *
 * @param agent null for the one that the gateway takes
 * @param session what was said before under this name is remembered
 */
public record Partner(@Nullable String agent, String session) {
  /** {@return the same agent, who remembers nothing} */
  static Partner fresh(@Nullable String agent) {
    return new Partner(agent, freshSession());
  }

  /** {@return a name that no session has} */
  public static String freshSession() {
    return "chat-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** {@return the agent's name, as far as it is known} */
  String name() {
    return agent == null ? "the agent" : agent;
  }

  /** {@return what is posted to say this} */
  byte[] body(String message) {
    var body = JsonObject.empty();
    if (agent != null) {
      body.setText("agentId", agent);
    }
    return body.setText("sessionId", session).setText("message", message).json();
  }
}

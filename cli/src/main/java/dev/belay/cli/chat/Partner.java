package dev.belay.cli.chat;

import dev.belay.mcp.envelope.JsonObject;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The agent and the session of a conversation.
 *
 * @param agent name of the agent; null for the gateway's default
 * @param session name of the session, whose earlier messages are remembered
 */
public record Partner(@Nullable String agent, String session) {
  /** {@return the agent in a new session} */
  static Partner fresh(@Nullable String agent) {
    return new Partner(agent, freshSession());
  }

  /** {@return a new session name} */
  public static String freshSession() {
    return "chat-" + UUID.randomUUID().toString().substring(0, 8);
  }

  /** {@return the agent's name, or a general term if it is unknown} */
  String name() {
    return agent == null ? "the agent" : agent;
  }

  /** {@return the body to post for this message} */
  byte[] body(String message) {
    var body = JsonObject.empty();
    if (agent != null) {
      body.setText("agentId", agent);
    }
    return body.setText("sessionId", session).setText("message", message).json();
  }
}

package dev.belay.mcp.client;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Span;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Sets the headers that repeat parts of a modern message (MCP 2026-07-28 §streamable-http). */
final class ModernHeaders {
  private ModernHeaders() {}

  /** {@return whether the message itself states that it is modern} */
  static boolean isModern(Envelope message) {
    return message.text(Member.META_PROTOCOL_VERSION) != null;
  }

  /** Sets them on the request that carries {@code message}. */
  static void set(HttpRequest.Builder request, Envelope message, ToolHeaders tools) {
    String version = message.text(Member.META_PROTOCOL_VERSION);
    if (version != null) {
      request.setHeader("MCP-Protocol-Version", HeaderText.of(version));
    }
    request.setHeader("Mcp-Method", HeaderText.of(message.method()));
    String name = name(message);
    if (name != null) {
      request.setHeader("Mcp-Name", HeaderText.of(name));
    }
    Span arguments = message.span(Member.PARAMS_ARGUMENTS);
    if (message.method().equals("tools/call") && name != null && arguments != null) {
      for (ParamHeader header : tools.of(name)) {
        String value = header.value(message.bytes(), arguments);
        if (value != null) {
          request.setHeader(header.header(), value);
        }
      }
    }
  }

  private static @Nullable String name(Envelope message) {
    return switch (message.method()) {
      case "tools/call", "prompts/get" -> message.text(Member.PARAMS_NAME);
      case "resources/read" -> message.text(Member.PARAMS_URI);
      case "tasks/get", "tasks/update", "tasks/cancel" -> message.text(Member.PARAMS_TASK_ID);
      default -> null;
    };
  }
}

package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/** What must hold of a request of the modern era, in the order in which it is looked at. */
final class ModernChecks {
  private ModernChecks() {}

  /** {@return whether the request's {@code _meta} has all that each request must have} */
  static @Nullable Refusal envelope(Envelope message) {
    if (message.text(Member.META_PROTOCOL_VERSION) == null) {
      return Refusals.envelope("_meta's io.modelcontextprotocol/protocolVersion must be a string");
    }
    var capabilities = message.span(Member.META_CLIENT_CAPABILITIES);
    if (capabilities == null || !capabilities.isObject(message.bytes())) {
      return Refusals.envelope(
          "_meta's io.modelcontextprotocol/clientCapabilities must be an object");
    }
    var info = message.span(Member.META_CLIENT_INFO);
    if (info != null && !info.isObject(message.bytes())) {
      return Refusals.envelope("_meta's io.modelcontextprotocol/clientInfo must be an object");
    }
    return null;
  }

  /** Compares the headers that are there with the version and the method in the body. */
  static @Nullable Refusal contradiction(Request request, Envelope message) {
    var version =
        contradiction(request, McpHeader.VERSION, message.text(Member.META_PROTOCOL_VERSION));
    return version != null ? version : contradiction(request, McpHeader.METHOD, message.method());
  }

  /** {@return whether the revision is one that is spoken here without sessions} */
  static boolean isSpoken(Envelope message) {
    var asked = message.text(Member.META_PROTOCOL_VERSION);
    var revision = asked == null ? null : Revision.of(asked);
    return revision != null && revision.era() == Era.MODERN;
  }

  /** Looks for the headers that must be there, and at the name in one of them. */
  static @Nullable Refusal presence(Request request, Envelope message) {
    if (McpHeader.VERSION.of(request) == null) {
      return Refusals.mismatch("the MCP-Protocol-Version header is missing");
    }
    if (McpHeader.METHOD.of(request) == null) {
      return Refusals.mismatch("the Mcp-Method header is missing");
    }
    var member = named(message.method());
    if (member == null) {
      return null;
    }
    // A request that has no name at all is wrong in itself, which whatever serves it says better.
    var name = message.text(member);
    var header = McpHeader.NAME.of(request);
    if (header == null) {
      return name == null ? null : Refusals.mismatch("the Mcp-Name header is missing");
    }
    var said = HeaderValue.decode(header);
    return said != null && said.equals(name) && McpHeader.NAME.isAlone(request)
        ? null
        : Refusals.mismatch("the Mcp-Name header is not params." + member.key());
  }

  private static @Nullable Refusal contradiction(
      Request request, McpHeader header, @Nullable String body) {
    var value = header.of(request);
    return value == null || (value.equals(body) && header.isAlone(request))
        ? null
        : Refusals.mismatch("the " + header.shown() + " header is not what the body says");
  }

  private static @Nullable Member named(String method) {
    return switch (method) {
      case "tools/call", "prompts/get" -> Member.PARAMS_NAME;
      case "resources/read" -> Member.PARAMS_URI;
      case "tasks/get", "tasks/update", "tasks/cancel" -> Member.PARAMS_TASK_ID;
      default -> null;
    };
  }
}

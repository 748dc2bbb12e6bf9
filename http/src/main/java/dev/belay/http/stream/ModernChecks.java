package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.stream.McpHeader.HeaderValue;
import dev.belay.http.stream.Rejections.Rejection;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The checks of a request of the modern era, in their order. */
final class ModernChecks {
  private ModernChecks() {}

  /**
   * {@return the rejection of a request without the mandatory {@code _meta}; null if it is
   * complete}
   */
  static @Nullable Rejection envelope(Envelope message) {
    if (message.text(Member.META_PROTOCOL_VERSION) == null) {
      return Rejections.envelope(
          "_meta's io.modelcontextprotocol/protocolVersion must be a string");
    }
    var capabilities = message.span(Member.META_CLIENT_CAPABILITIES);
    if (capabilities == null || !capabilities.isObject(message.bytes())) {
      return Rejections.envelope(
          "_meta's io.modelcontextprotocol/clientCapabilities must be an object");
    }
    var info = message.span(Member.META_CLIENT_INFO);
    if (info != null && !info.isObject(message.bytes())) {
      return Rejections.envelope("_meta's io.modelcontextprotocol/clientInfo must be an object");
    }
    return null;
  }

  /** Compares the present headers with the version and the method in the body. */
  static @Nullable Rejection contradiction(Request request, Envelope message) {
    var version =
        contradiction(request, McpHeader.VERSION, message.text(Member.META_PROTOCOL_VERSION));
    return version != null ? version : contradiction(request, McpHeader.METHOD, message.method());
  }

  /** {@return whether the revision is a supported modern one} */
  static boolean isSpoken(Envelope message) {
    var asked = message.text(Member.META_PROTOCOL_VERSION);
    var revision = asked == null ? null : Revision.of(asked);
    return revision != null && revision.era() == Era.MODERN;
  }

  /** Checks that the mandatory headers are present, and the name in one of them. */
  static @Nullable Rejection presence(Request request, Envelope message) {
    if (McpHeader.VERSION.of(request) == null) {
      return Rejections.mismatch("the MCP-Protocol-Version header is missing");
    }
    if (McpHeader.METHOD.of(request) == null) {
      return Rejections.mismatch("the Mcp-Method header is missing");
    }
    var member = named(message.method());
    if (member == null) {
      return null;
    }
    // A request without a name is invalid itself, which the host reports better.
    var name = message.text(member);
    var header = McpHeader.NAME.of(request);
    if (header == null) {
      return name == null ? null : Rejections.mismatch("the Mcp-Name header is missing");
    }
    var said = HeaderValue.decode(header);
    return said != null && said.equals(name) && McpHeader.NAME.isAlone(request)
        ? null
        : Rejections.mismatch("the Mcp-Name header is not params." + member.key());
  }

  private static @Nullable Rejection contradiction(
      Request request, McpHeader header, @Nullable String body) {
    var value = header.of(request);
    return value == null || (value.equals(body) && header.isAlone(request))
        ? null
        : Rejections.mismatch("the " + header.shown() + " header is not what the body says");
  }

  private static @Nullable Member named(String method) {
    return switch (method) {
      case "tools/call", "prompts/get" -> Member.PARAMS_NAME;
      case "resources/read" -> Member.PARAMS_URI;
      case "tasks/get", "tasks/update", "tasks/cancel" -> Member.PARAMS_TASK_ID;
      default -> null;
    };
  }

  /** Compares {@code Mcp-Param-*} headers with the arguments (MCP 2026-07-28 §x-mcp-header). */
  static final class ParamChecks {
    /** Numbers longer than this are compared as written. */
    private static final int NUMBER = 64;

    private ParamChecks() {}

    static @Nullable Rejection check(
        Request request, Envelope message, String principal, ToolSchemas schemas)
        throws InterruptedException {
      if (message.text(Member.PARAMS_NAME) == null || !message.method().equals("tools/call")) {
        return null;
      }
      var declared = schemas.of(principal, message);
      if (declared == null) {
        return null;
      }
      for (var one : declared) {
        var refusal = check(request, message, one);
        if (refusal != null) {
          return refusal;
        }
      }
      return null;
    }

    private static @Nullable Rejection check(
        Request request, Envelope message, ParamHeader declared) {
      var shown = "Mcp-Param-" + declared.name();
      var key = shown.toLowerCase(Locale.ROOT);
      var header = request.header(key);
      var value = value(message, declared);
      if (header == null) {
        return value == null ? null : Rejections.mismatch("the " + shown + " header is missing");
      }
      var said = HeaderValue.decode(header);
      return said != null
              && value != null
              && McpHeader.isAlone(request, key)
              && says(said, message.bytes(), value)
          ? null
          : Rejections.mismatch("the " + shown + " header is not what the arguments say");
    }

    private static @Nullable Span value(Envelope message, ParamHeader declared) {
      var arguments = message.span(Member.PARAMS_ARGUMENTS);
      if (arguments == null) {
        return null;
      }
      var value = Slices.find(message.bytes(), arguments, declared.path().toArray(String[]::new));
      return value == null || value.isNull(message.bytes()) ? null : value;
    }

    private static boolean says(String header, byte[] json, Span value) {
      if (value.isString(json)) {
        return header.equals(JsonString.decode(json, value));
      }
      var literal = new String(json, value.offset(), value.length(), StandardCharsets.UTF_8);
      return header.equals(literal) || (value.isNumber(json) && isSameNumber(header, literal));
    }

    private static boolean isSameNumber(String header, String literal) {
      if (header.length() > NUMBER || literal.length() > NUMBER) {
        return false;
      }
      try {
        var one = new BigDecimal(header);
        var other = new BigDecimal(literal);
        // For very different exponents, the comparison would write out all the zeros.
        return Math.abs((long) one.scale() - other.scale()) <= NUMBER && one.compareTo(other) == 0;
      } catch (NumberFormatException e) {
        return false;
      }
    }
  }
}

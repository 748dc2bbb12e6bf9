package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compares {@code Mcp-Param-*} headers with the arguments (MCP 2026-07-28 §x-mcp-header). */
final class ParamChecks {
  /** A number longer than this is compared as it is written. */
  private static final int NUMBER = 64;

  private ParamChecks() {}

  static @Nullable Refusal check(
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

  private static @Nullable Refusal check(Request request, Envelope message, ParamHeader declared) {
    var shown = "Mcp-Param-" + declared.name();
    var key = shown.toLowerCase(Locale.ROOT);
    var header = request.header(key);
    var value = value(message, declared);
    if (header == null) {
      return value == null ? null : Refusals.mismatch("the " + shown + " header is missing");
    }
    var said = HeaderValue.decode(header);
    return said != null
            && value != null
            && McpHeader.isAlone(request, key)
            && says(said, message.bytes(), value)
        ? null
        : Refusals.mismatch("the " + shown + " header is not what the arguments say");
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
      // Of very different exponents, the comparison would write all the zeros out.
      return Math.abs((long) one.scale() - other.scale()) <= NUMBER && one.compareTo(other) == 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}

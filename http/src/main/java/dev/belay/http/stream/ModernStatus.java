package dev.belay.http.stream;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import java.util.Set;

/**
 * The HTTP status of an answer in the modern era, which follows from its error code (MCP 2026-07-28
 * §errors).
 *
 * <p>Nearly all answers are results, which shows within their first bytes; only an error is parsed
 * as a whole.
 */
final class ModernStatus {
  private static final Bounds ANY = Bounds.DEFAULT.withDepth(Integer.MAX_VALUE);

  /**
   * Methods defined by the era: "method not found" for one of them is the server's own answer, and
   * does not mean that the method is unknown here.
   */
  private static final Set<String> KNOWN =
      Set.of(
          "server/discover",
          "tools/list",
          "tools/call",
          "prompts/list",
          "prompts/get",
          "resources/list",
          "resources/templates/list",
          "resources/read",
          "completion/complete",
          "subscriptions/listen");

  private ModernStatus() {}

  /** {@return the status of the answer to a request for {@code method}} */
  static int status(String method, byte[] response) {
    return isResult(response) ? 200 : errorStatus(method, response);
  }

  private static int errorStatus(String method, byte[] response) {
    String code;
    try {
      code = Envelope.parse(response, ANY).number(Member.ERROR_CODE);
    } catch (MalformedEnvelope e) {
      return 200;
    }
    if (code == null) {
      return 200;
    }
    return switch (code) {
      case "-32601" -> KNOWN.contains(method) ? 200 : 404;
      case "-32700", "-32600", "-32020", "-32021", "-32022" -> 400;
      default -> 200;
    };
  }

  /** Returns true only if nothing but short plain members precedes the key {@code result}. */
  private static boolean isResult(byte[] json) {
    int at = 1;
    while (at < json.length) {
      at = space(json, at);
      int keyEnd = plainString(json, at);
      if (keyEnd < 0) {
        return false;
      }
      if (isKey(json, at, keyEnd, "result")) {
        return true;
      }
      int colon = space(json, keyEnd);
      int end = plainValue(json, space(json, colon + 1));
      at = end < 0 ? json.length : space(json, end) + 1; // past the comma
    }
    return false;
  }

  private static boolean isKey(byte[] json, int from, int to, String key) {
    if (to - from != key.length() + 2) {
      return false;
    }
    for (int i = 0; i < key.length(); i++) {
      if (json[from + 1 + i] != key.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static int space(byte[] json, int from) {
    int at = from;
    while (at < json.length && json[at] <= ' ' && json[at] > 0) {
      at++;
    }
    return at;
  }

  /** Returns the end of a string without escapes, or −1. */
  private static int plainString(byte[] json, int from) {
    if (from >= json.length || json[from] != '"') {
      return -1;
    }
    for (int at = from + 1; at < json.length && json[at] != '\\'; at++) {
      if (json[at] == '"') {
        return at + 1;
      }
    }
    return -1;
  }

  /** Returns the end of a string without escapes or of a number, or −1 for anything else. */
  private static int plainValue(byte[] json, int from) {
    if (from >= json.length || json[from] == '{' || json[from] == '[') {
      return -1;
    }
    if (json[from] == '"') {
      return plainString(json, from);
    }
    int at = from;
    while (at < json.length && json[at] != ',' && json[at] != '}') {
      at++;
    }
    return at;
  }
}

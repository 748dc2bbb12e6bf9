package dev.belay.http.stream;

import dev.belay.http.route.Request;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The headers defined by MCP. */
enum McpHeader {
  VERSION("MCP-Protocol-Version"),
  METHOD("Mcp-Method"),
  NAME("Mcp-Name"),
  SESSION("Mcp-Session-Id"),
  LAST_EVENT("Last-Event-ID");

  private final String shown;
  private final String key;

  McpHeader(String shown) {
    this.shown = shown;
    this.key = shown.toLowerCase(Locale.ROOT);
  }

  /** {@return its name in the usual case} */
  String shown() {
    return shown;
  }

  /** {@return its value without surrounding white space, or null if it is absent} */
  @Nullable String of(Request request) {
    var value = request.header(key);
    return value == null ? null : value.strip();
  }

  /** {@return whether it occurs at most once: readers could disagree on two} */
  boolean isAlone(Request request) {
    return isAlone(request, key);
  }

  static boolean isAlone(Request request, String key) {
    var values = request.headers().get(key);
    return values == null || values.size() == 1;
  }

  /**
   * Header values that repeat texts of the body (MCP 2026-07-28 §x-mcp-header): text that ASCII
   * cannot carry is encoded as {@code =?base64?…?=}.
   */
  static final class HeaderValue {
    private static final String OPENS = "=?base64?";
    private static final String CLOSES = "?=";

    private HeaderValue() {}

    /** {@return the decoded value; null if its base64 is malformed} */
    static @Nullable String decode(String value) {
      var text = value.strip();
      if (!text.startsWith(OPENS)
          || !text.endsWith(CLOSES)
          || text.length() < OPENS.length() + CLOSES.length()) {
        return text;
      }
      var inner = text.substring(OPENS.length(), text.length() - CLOSES.length());
      if (inner.length() % 4 != 0) {
        // Java's decoder accepts base64 without padding, which is malformed here.
        return null;
      }
      try {
        return StandardCharsets.UTF_8
            .newDecoder()
            .decode(ByteBuffer.wrap(Base64.getDecoder().decode(inner)))
            .toString();
      } catch (IllegalArgumentException | CharacterCodingException e) {
        return null;
      }
    }
  }
}

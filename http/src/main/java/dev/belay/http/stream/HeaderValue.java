package dev.belay.http.stream;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Texts in headers that repeat something of the body (MCP 2026-07-28 §x-mcp-header): what ASCII
 * cannot carry comes as {@code =?base64?…?=}.
 */
final class HeaderValue {
  private static final String OPENS = "=?base64?";
  private static final String CLOSES = "?=";

  private HeaderValue() {}

  /** {@return what a header's value says; null if its base64 is broken} */
  static @Nullable String decode(String value) {
    var text = value.strip();
    if (!text.startsWith(OPENS)
        || !text.endsWith(CLOSES)
        || text.length() < OPENS.length() + CLOSES.length()) {
      return text;
    }
    var inner = text.substring(OPENS.length(), text.length() - CLOSES.length());
    if (inner.length() % 4 != 0) {
      // Java's decoder takes base64 without its padding, which is none here.
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

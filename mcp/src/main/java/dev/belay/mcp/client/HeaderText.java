package dev.belay.mcp.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Texts as the modern era writes them into headers (MCP 2026-07-28 §value-encoding). */
final class HeaderText {
  private static final String OPEN = "=?base64?";
  private static final String CLOSE = "?=";

  private HeaderText() {}

  /** Returns the text itself where a header can carry it unchanged, else its bytes in base64. */
  static String of(String text) {
    return isPlain(text)
        ? text
        : OPEN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + CLOSE;
  }

  /** {@return whether every character is visible ASCII or a blank} */
  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }

  /** {@return whether it has characters and each is visible ASCII, as a session id must be} */
  static boolean isVisible(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c < 0x7f);
  }

  private static boolean isPlain(String text) {
    return isAscii(text)
        && !text.startsWith(" ")
        && !text.endsWith(" ")
        && !(text.startsWith(OPEN) && text.endsWith(CLOSE));
  }
}

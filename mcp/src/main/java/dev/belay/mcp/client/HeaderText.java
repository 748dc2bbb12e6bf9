package dev.belay.mcp.client;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Encodes texts for headers of the modern era (MCP 2026-07-28 §value-encoding). */
final class HeaderText {
  private static final String OPEN = "=?base64?";
  private static final String CLOSE = "?=";

  private HeaderText() {}

  /** Returns the text itself if a header can carry it unchanged, otherwise its bytes in base64. */
  static String of(String text) {
    return isPlain(text)
        ? text
        : OPEN + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)) + CLOSE;
  }

  /** {@return whether every character is visible ASCII or a blank} */
  static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c >= ' ' && c < 0x7f);
  }

  /** {@return whether it is non-empty visible ASCII, as a session id must be} */
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

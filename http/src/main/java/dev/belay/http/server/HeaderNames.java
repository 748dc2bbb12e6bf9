package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.List;

/** Names of headers that nearly every request has: made once, with their hashes, and shared. */
final class HeaderNames {
  private static final List<String> COMMON =
      List.of(
          "host",
          "accept",
          "content-type",
          "content-length",
          "mcp-session-id",
          "mcp-protocol-version",
          "mcp-method",
          "mcp-name",
          "user-agent",
          "connection",
          "accept-encoding",
          "accept-language",
          "authorization",
          "last-event-id",
          "origin",
          "sec-fetch-mode");

  private HeaderNames() {}

  /** {@return the first {@code length} bytes as a name; they are in lower case} */
  static String of(byte[] line, int length) {
    for (String name : COMMON) {
      if (name.length() == length && isAt(name, line)) {
        return name;
      }
    }
    return new String(line, 0, length, ISO_8859_1);
  }

  private static boolean isAt(String name, byte[] line) {
    for (int at = 0; at < name.length(); at++) {
      if (name.charAt(at) != line[at]) {
        return false;
      }
    }
    return true;
  }
}

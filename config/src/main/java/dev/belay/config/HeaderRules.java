package dev.belay.config;

import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;

/** Rules for the headers that are sent with every request to an upstream. */
final class HeaderRules {
  /** Set by the connection or the protocol, for each request. */
  private static final Set<String> OF_BELAY =
      Set.of(
          "accept",
          "connection",
          "content-length",
          "content-type",
          "expect",
          "host",
          "last-event-id",
          "mcp-method",
          "mcp-name",
          "mcp-protocol-version",
          "mcp-session-id",
          "transfer-encoding",
          "upgrade");

  private static final String OF_BELAY_TOO = "mcp-param-";
  private static final String MARKS = "!#$%&'*+-.^_`|~";

  private HeaderRules() {}

  /** {@return whether it is a valid name of a header (RFC 9110, 5.1)} */
  static boolean isName(String name) {
    return !name.isEmpty() && name.chars().allMatch(HeaderRules::ofName);
  }

  private static boolean ofName(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || MARKS.indexOf(c) >= 0;
  }

  /** {@return whether Belay itself sets this header, with a value for each request} */
  static boolean isOfBelay(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    return OF_BELAY.contains(lower) || lower.startsWith(OF_BELAY_TOO);
  }

  /** Reports the fault of a value, never the value itself: it is a secret. */
  static void checkValue(String value, Consumer<String> fault) {
    if (value.indexOf('\r') >= 0 || value.indexOf('\n') >= 0) {
      fault.accept("holds a line break, which would begin a header of its own");
    } else if (!value.chars().allMatch(HeaderRules::ofValue)) {
      fault.accept("holds a character that no header can hold");
    }
  }

  private static boolean ofValue(int c) {
    return c == '\t' || (c >= ' ' && c <= 0xFF && c != 0x7F);
  }
}

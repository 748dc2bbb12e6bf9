package dev.belay.config;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Names by which clients say where a request goes to, and where it comes from. */
final class PeerName {
  private static final String NAME =
      "(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})|\\[[0-9A-Fa-f:.]{2,45}])(?::\\d{1,5})?";
  private static final Pattern HOST = Pattern.compile(NAME);
  private static final Pattern ORIGIN = Pattern.compile("[a-z][a-z0-9+.-]{0,40}://" + NAME);

  private PeerName() {}

  /** {@return what is expected, or null for a name such as {@code mcp.example.com:8443}} */
  static @Nullable String host(String text) {
    return HOST.matcher(text).matches()
        ? null
        : "expected names such as mcp.example.com or mcp.example.com:8443";
  }

  /** {@return what is expected, or null for an origin such as {@code https://app.example.com}} */
  static @Nullable String origin(String text) {
    return ORIGIN.matcher(text).matches()
        ? null
        : "expected origins such as https://app.example.com, without a path";
  }

  /** {@return what is expected, or null for an address or a range such as {@code 10.0.0.0/8}} */
  static @Nullable String range(String text) {
    try {
      var _ = AddressRange.of(text);
      return null;
    } catch (IllegalArgumentException _) {
      return "expected addresses such as 10.0.0.7 or 10.0.0.0/8";
    }
  }
}

package dev.belay.http.stream;

import dev.belay.http.route.Request;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The headers that MCP gives a meaning. */
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

  /** {@return its name as documents write it} */
  String shown() {
    return shown;
  }

  /** {@return its value without the space around it, or null if it is not there} */
  @Nullable String of(Request request) {
    var value = request.header(key);
    return value == null ? null : value.strip();
  }

  /** {@return whether it comes once: two of one name could be read as either} */
  boolean isAlone(Request request) {
    return isAlone(request, key);
  }

  static boolean isAlone(Request request, String key) {
    var values = request.headers().get(key);
    return values == null || values.size() == 1;
  }
}

package dev.belay.mcp.client;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a tool that is repeated in a header (MCP 2026-07-28 §x-mcp-header).
 *
 * @param name the part after {@code Mcp-Param-}
 * @param path the keys that lead to it from the arguments
 */
public record ParamHeader(String name, List<String> path) {
  public ParamHeader {
    path = List.copyOf(path);
  }

  /** {@return the name of the header} */
  String header() {
    return "Mcp-Param-" + name;
  }

  /** Returns the header's value, or null if the argument is absent, null or not primitive. */
  @Nullable String value(byte[] message, Span arguments) {
    Span value = Slices.find(message, arguments, path.toArray(String[]::new));
    if (value == null
        || value.isNull(message)
        || value.isObject(message)
        || value.isArray(message)) {
      return null;
    }
    return value.isString(message)
        ? HeaderText.of(JsonString.decode(message, value))
        : new String(message, value.offset(), value.length(), StandardCharsets.US_ASCII);
  }
}

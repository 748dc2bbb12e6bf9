package dev.belay.cli.client;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One tool as its server describes it (MCP 2025-11-25 §tools). Immutable. */
public final class ToolDefinition {
  private final byte[] json;
  private final Span all;

  /** Creates a definition from one JSON value. */
  public ToolDefinition(byte[] json) {
    this.json = json;
    all = new Span(0, json.length);
  }

  /** {@return the tool's name; empty if it has none} */
  public String name() {
    var name = text("name");
    return name == null ? "" : name;
  }

  /** {@return the description, or null} */
  public @Nullable String description() {
    return text("description");
  }

  /** {@return the definition as received; must not be modified} */
  public byte[] json() {
    return json;
  }

  /** {@return the length of the definition as received} */
  public int bytes() {
    return json.length;
  }

  /** {@return whether a parameter takes only strings, or null} */
  public boolean takesText(String parameter) {
    var schema = properties().get(parameter);
    var type = schema == null ? null : find(schema, "type");
    if (type == null) {
      return false;
    }
    if (type.isArray(json)) {
      return Slices.items(json, type).stream()
          .allMatch(item -> isText(item, "string") || isText(item, "null"));
    }
    return isText(type, "string");
  }

  private Map<String, Span> properties() {
    var properties = find(all, "inputSchema", "properties");
    return properties == null || !properties.isObject(json)
        ? Map.of()
        : Slices.members(json, properties);
  }

  private boolean isText(Span span, String expected) {
    return span.isString(json) && JsonString.decode(json, span).equals(expected);
  }

  private @Nullable String text(String... path) {
    var span = find(all, path);
    return span == null || !span.isString(json) ? null : JsonString.decode(json, span);
  }

  private @Nullable Span find(Span object, String... path) {
    return Slices.find(json, object, path);
  }
}

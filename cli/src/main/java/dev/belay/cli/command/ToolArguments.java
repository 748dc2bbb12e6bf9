package dev.belay.cli.command;

import dev.belay.cli.client.ToolDefinition;
import dev.belay.cli.shell.UsageException;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The arguments of one call, as typed; {@code key=value} overrides {@code --args}. */
final class ToolArguments {
  /** Values as JSON, by key, from {@code --args}. */
  private final Map<String, String> base;

  /** Values as typed, by key. */
  private final Map<String, String> typed;

  private ToolArguments(Map<String, String> base, Map<String, String> typed) {
    this.base = base;
    this.typed = typed;
  }

  /** Parses the words after the tool's name, and {@code --args} if given. */
  static ToolArguments parse(List<String> pairs, @Nullable String json) throws UsageException {
    var typed = new LinkedHashMap<String, String>();
    for (var pair : pairs) {
      int equals = pair.indexOf('=');
      if (equals <= 0) {
        throw new UsageException(
            "expected key=value, found '" + pair + "'. A server's command goes after --");
      }
      typed.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return new ToolArguments(json == null ? Map.of() : members(json), typed);
  }

  private static Map<String, String> members(String json) throws UsageException {
    var bytes = json.getBytes(StandardCharsets.UTF_8);
    Span object;
    try {
      object = Slices.value(bytes);
    } catch (NotJson e) {
      throw new UsageException("--args is " + e.getMessage());
    }
    if (!object.isObject(bytes)) {
      throw new UsageException("--args must be a JSON object, such as '{\"path\": \"/tmp\"}'");
    }
    var members = new LinkedHashMap<String, String>();
    Slices.members(bytes, object)
        .forEach(
            (key, value) -> members.put(key, new String(value.of(bytes), StandardCharsets.UTF_8)));
    return members;
  }

  /** {@return whether the type of any value depends on the tool's definition} */
  boolean dependOnTool() {
    return typed.values().stream().anyMatch(value -> isJson(value) && !isJsonString(value));
  }

  /** {@return all arguments as a JSON object, with strings where {@code tool} takes strings} */
  String json(@Nullable ToolDefinition tool) {
    var all = new LinkedHashMap<>(base);
    typed.forEach((key, value) ->
        all.put(
            key,
            isJsonString(value) || (isJson(value) && (tool == null || !tool.takesText(key)))
                ? value
                : JsonString.quote(value)));
    var object = new StringJoiner(",", "{", "}");
    all.forEach((key, value) -> object.add(JsonString.quote(key) + ":" + value));
    return object.toString();
  }

  private static boolean isJsonString(String value) {
    return value.strip().startsWith("\"") && isJson(value);
  }

  private static boolean isJson(String value) {
    try {
      var _ = Slices.value(value.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (NotJson _) {
      return false;
    }
  }
}

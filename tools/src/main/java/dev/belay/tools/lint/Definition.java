package dev.belay.tools.lint;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One JSON value within a tool's definition, read in place. */
record Definition(Source source, Span at) {
  /** The bytes: JSON, read-only. */
  static final class Source {
    private final byte[] json;

    private Source(byte[] json) {
      this.json = json;
    }
  }

  /**
   * Parses a whole definition.
   *
   * @throws IllegalArgumentException if it is not JSON
   */
  static Definition of(byte[] json) {
    try {
      return new Definition(new Source(json), Slices.value(json));
    } catch (NotJson e) {
      throw new IllegalArgumentException("a tool's definition must be JSON", e);
    }
  }

  private byte[] json() {
    return source.json;
  }

  boolean isObject() {
    return at.isObject(json());
  }

  boolean isArray() {
    return at.isArray(json());
  }

  /** {@return the text of a string; null for any other value} */
  @Nullable String text() {
    return at.isString(json()) ? JsonString.decode(json(), at) : null;
  }

  boolean isTrue() {
    return at.length() == 4 && json()[at.offset()] == 't';
  }

  @Nullable Definition get(String... path) {
    var found = isObject() ? Slices.find(json(), at, path) : null;
    return found == null ? null : new Definition(source, found);
  }

  boolean has(String key) {
    return get(key) != null;
  }

  /** {@return the members of an object in order; empty for any other value} */
  List<Map.Entry<String, Definition>> members() {
    if (!isObject()) {
      return List.of();
    }
    return Slices.members(json(), at).entrySet().stream()
        .map(member -> Map.entry(member.getKey(), new Definition(source, member.getValue())))
        .toList();
  }

  /** {@return the items of an array; empty for any other value} */
  List<Definition> items() {
    if (!isArray()) {
      return List.of();
    }
    return Slices.items(json(), at).stream().map(item -> new Definition(source, item)).toList();
  }
}

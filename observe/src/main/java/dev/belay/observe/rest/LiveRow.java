package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One row of {@link LiveFeed}: its members are values of JSON that change only when something
 * happens, so moments instead of durations that grow. Not safe for use by several threads.
 */
public final class LiveRow {
  private final String key;
  private final @Nullable String owner;
  private final Map<String, String> members = new LinkedHashMap<>();

  /**
   * Creates a row without members.
   *
   * @param key its name among the rows of its topic
   * @param owner the principal that may see it besides admins; null for admins alone
   */
  public LiveRow(String key, @Nullable String owner) {
    this.key = key;
    this.owner = owner;
  }

  /** Adds a text; null is JSON's null. */
  public LiveRow text(String name, @Nullable String value) {
    return raw(name, value == null ? "null" : JsonString.quote(value));
  }

  /** Adds a whole number. */
  public LiveRow number(String name, long value) {
    return raw(name, Long.toString(value));
  }

  /** Adds a number; null, and values that are not JSON numbers, become JSON's null. */
  public LiveRow number(String name, @Nullable Double value) {
    return raw(name, value == null || !Double.isFinite(value) ? "null" : value.toString());
  }

  /** Adds a duration in seconds; null and zero are JSON's null. */
  public LiveRow limit(String name, Duration value) {
    return raw(name, value.isZero() ? "null" : Double.toString(value.toMillis() / 1e3));
  }

  /** Adds true or false. */
  public LiveRow flag(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  /** Adds a valid JSON value. */
  public LiveRow raw(String name, String value) {
    members.put(name, value);
    return this;
  }

  /** Adds the members of an object. */
  public LiveRow all(JsonText object) {
    var bytes = object.bytes();
    Slices.members(bytes, new Span(0, bytes.length))
        .forEach((name, at) -> raw(name, new String(bytes, at.offset(), at.length(), UTF_8)));
    return this;
  }

  String key() {
    return key;
  }

  @Nullable String owner() {
    return owner;
  }

  Map<String, String> members() {
    return members;
  }

  /** {@return all of it as JSON} */
  String json() {
    return json(members);
  }

  /**
   * {@return the members that {@code earlier} has not, or has otherwise, as JSON; null for none}
   */
  @Nullable String since(LiveRow earlier) {
    var changed = new LinkedHashMap<String, String>();
    members.forEach((name, value) -> {
      if (!value.equals(earlier.members.get(name))) {
        changed.put(name, value);
      }
    });
    return changed.isEmpty() ? null : json(changed);
  }

  private static String json(Map<String, String> members) {
    var json = new StringBuilder(160).append('{');
    members.forEach((name, value) ->
        json.append(json.length() > 1 ? "," : "")
            .append('"')
            .append(name)
            .append("\":")
            .append(value));
    return json.append('}').toString();
  }
}

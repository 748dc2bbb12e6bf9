package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * Writes one JSON object of Belay's own, member by member, in the order of the calls.
 *
 * <p>For output about Belay; messages of others are spliced, not written. Not safe for use by
 * several threads.
 */
public final class JsonText {
  private final StringBuilder json = new StringBuilder(160).append('{');

  /** Creates an object without members. */
  public JsonText() {}

  /** Adds a string; null is JSON's null. */
  public JsonText text(String name, @Nullable String value) {
    return raw(name, value == null ? "null" : JsonString.quote(value));
  }

  /** Adds a whole number. */
  public JsonText number(String name, long value) {
    return raw(name, Long.toString(value));
  }

  /** Adds a number; null, and values that are not JSON numbers, become JSON's null. */
  public JsonText number(String name, @Nullable Double value) {
    if (value == null || !Double.isFinite(value)) {
      return raw(name, "null");
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return raw(name, isWhole ? Long.toString(value.longValue()) : value.toString());
  }

  /** Adds a duration in seconds, to the millisecond; null is JSON's null. */
  public JsonText seconds(String name, @Nullable Duration value) {
    return raw(name, value == null ? "null" : seconds(value));
  }

  /** Adds true or false. */
  public JsonText flag(String name, boolean value) {
    return raw(name, Boolean.toString(value));
  }

  /** Adds an object. */
  public JsonText object(String name, JsonText value) {
    return raw(name, value.toString());
  }

  /** Adds an array of objects. */
  public JsonText objects(String name, Collection<JsonText> values) {
    var array = new StringBuilder("[");
    for (var value : values) {
      array.append(array.length() > 1 ? "," : "").append(value);
    }
    return raw(name, array.append(']').toString());
  }

  /** Adds an array of texts. */
  public JsonText texts(String name, Collection<String> values) {
    var array = new StringBuilder("[");
    for (var value : values) {
      array.append(array.length() > 1 ? "," : "").append(JsonString.quote(value));
    }
    return raw(name, array.append(']').toString());
  }

  /** Adds a valid JSON value. */
  public JsonText raw(String name, String value) {
    if (json.length() > 1) {
      json.append(',');
    }
    json.append(JsonString.quote(name)).append(':').append(value);
    return this;
  }

  private static String seconds(Duration value) {
    long millis = Math.max(0, value.toMillis());
    var whole = Long.toString(millis / 1_000);
    return millis % 1_000 == 0
        ? whole
        : whole + "." + Long.toString(1_000 + millis % 1_000).substring(1);
  }

  /** {@return the object as text} */
  @Override
  public String toString() {
    return json + "}";
  }

  /** {@return the object in UTF-8} */
  public byte[] bytes() {
    return toString().getBytes(StandardCharsets.UTF_8);
  }
}

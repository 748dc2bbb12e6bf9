package dev.belay.mcp.server;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** JSON passed in by this server's own code, and objects written from it. */
final class JsonWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream(256);

  private JsonWriter() {
    out.write('{');
  }

  /** Creates an object. */
  static JsonWriter object() {
    return new JsonWriter();
  }

  JsonWriter put(String key, byte[] json) {
    if (out.size() > 1) {
      out.write(',');
    }
    out.writeBytes(JsonString.encode(key));
    out.write(':');
    out.writeBytes(json);
    return this;
  }

  JsonWriter put(String key, String text) {
    return put(key, JsonString.encode(text));
  }

  JsonWriter put(String key, boolean value) {
    return put(key, bytes(Boolean.toString(value)));
  }

  JsonWriter put(String key, long value) {
    return put(key, bytes(Long.toString(value)));
  }

  byte[] end() {
    out.write('}');
    return out.toByteArray();
  }

  static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /** {@return the same JSON without line breaks, which can only be white space} */
  static byte[] oneLine(byte[] json) {
    if (!hasLineBreak(json)) {
      return json;
    }
    byte[] line = json.clone();
    for (int i = 0; i < line.length; i++) {
      if (isLineBreak(line[i])) {
        line[i] = ' ';
      }
    }
    return line;
  }

  private static boolean hasLineBreak(byte[] json) {
    for (byte one : json) {
      if (isLineBreak(one)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isLineBreak(byte one) {
    return one == '\n' || one == '\r';
  }

  /**
   * Returns the position of the one object that {@code json} must be.
   *
   * @throws IllegalArgumentException if it is anything else
   */
  static Span requireObject(byte[] json) {
    try {
      var value = Slices.value(json);
      if (value.isObject(json)) {
        return value;
      }
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
    throw new IllegalArgumentException("not a JSON object");
  }

  /** {@return the text at {@code path} within an object, or null if there is none} */
  static @Nullable String text(byte[] object, String... path) {
    return text(object, Slices.find(object, requireObject(object), path));
  }

  static @Nullable String text(byte[] bytes, @Nullable Span at) {
    return at == null || !at.isString(bytes) ? null : JsonString.decode(bytes, at);
  }
}

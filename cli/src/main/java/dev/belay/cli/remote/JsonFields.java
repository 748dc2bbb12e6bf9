package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a JSON object that a gateway sent. A field that is absent, or of another type than
 * the one asked for, reads as empty.
 */
public record JsonFields(JsonObject object) {
  /**
   * {@return the fields of the object in these bytes; without any field if they are not a JSON
   * object}
   */
  public static JsonFields of(byte[] json) {
    try {
      var object = JsonObject.of(json, Slices.value(json));
      return new JsonFields(object == null ? JsonObject.empty() : object);
    } catch (NotJson _) {
      return new JsonFields(JsonObject.empty());
    }
  }

  /** {@return whether there is such a field} */
  public boolean has(String name) {
    return object.has(name);
  }

  /** {@return whether the field is true} */
  public boolean is(String name) {
    return object.isTrue(name);
  }

  /** {@return the string; null if the field is not a string} */
  public @Nullable String find(String name) {
    return object.text(name);
  }

  /** {@return the string, or an empty one} */
  public String text(String name) {
    var text = object.text(name);
    return text == null ? "" : text;
  }

  /** {@return the string on one line, without characters that move the cursor; empty if absent} */
  public String line(String name) {
    return CallRow.line(text(name));
  }

  /** {@return the number; null if the field is not a number} */
  public @Nullable Double number(String name) {
    var raw = object.raw(name);
    try {
      return raw == null ? null : Double.valueOf(new String(raw, StandardCharsets.ISO_8859_1));
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** {@return the whole number, or 0; never negative} */
  public long count(String name) {
    var number = number(name);
    return number == null ? 0 : Math.max(0, number.longValue());
  }

  /** {@return the fields of the object within this field} */
  public JsonFields in(String name) {
    var inner = object.object(name);
    return new JsonFields(inner == null ? JsonObject.empty() : inner);
  }

  /** {@return the items of the array; null if the field is not an array} */
  public @Nullable List<byte[]> items(String name) {
    var raw = object.raw(name);
    return raw == null ? null : JsonArray.items(raw);
  }

  /** {@return the objects of the array; empty if there are none} */
  public List<JsonFields> list(String name) {
    var objects = new ArrayList<JsonFields>();
    var items = items(name);
    for (var item : items == null ? List.<byte[]>of() : items) {
      var one = JsonObject.of(item);
      if (one != null) {
        objects.add(new JsonFields(one));
      }
    }
    return objects;
  }

  /** {@return the strings of the array; empty if there are none} */
  public List<String> texts(String name) {
    var texts = new ArrayList<String>();
    var items = items(name);
    for (var item : items == null ? List.<byte[]>of() : items) {
      var whole = new Span(0, item.length);
      if (whole.isString(item)) {
        texts.add(JsonString.decode(item, whole));
      }
    }
    return texts;
  }
}

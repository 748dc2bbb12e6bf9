package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.JsonScanner.Cursor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds values outside the {@link Member}s, in valid JSON. */
public final class Slices {
  private Slices() {}

  /**
   * Checks that {@code bytes} are one JSON value in strict UTF-8 and returns its position.
   *
   * @throws NotJson if they are not
   */
  public static Span value(byte[] bytes) throws NotJson {
    var json = new JsonScanner(bytes, bytes.length);
    int start = json.whitespace(0);
    int end = json.value(start);
    int rest = json.whitespace(end);
    if (rest < bytes.length) {
      throw new NotJson("not JSON: more than one value", rest);
    }
    return new Span(start, end - start);
  }

  /** Returns the position of a JSON value without the surrounding white space. */
  static Span whole(byte[] json) {
    int start = new JsonScanner(json, json.length).whitespace(0);
    int end = json.length;
    while (end > start && json[end - 1] <= ' ' && json[end - 1] >= 0) {
      end--;
    }
    return new Span(start, end - start);
  }

  /** Returns the value at {@code path} within an object, or null if there is none. */
  public static @Nullable Span find(byte[] bytes, Span object, String... path) {
    Span here = object;
    for (String key : path) {
      Span inner = here.isObject(bytes) ? member(bytes, here, key) : null;
      if (inner == null) {
        return null;
      }
      here = inner;
    }
    return here;
  }

  /** Returns the items of an array in their order. */
  public static List<Span> items(byte[] bytes, Span array) {
    var items = new ArrayList<Span>();
    try {
      Cursor cursor = Cursor.array(new JsonScanner(bytes, array.end()), array.offset());
      while (cursor.next()) {
        items.add(cursor.value());
      }
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
    return items;
  }

  /** Returns the members of an object in their order; of duplicate keys, the first. */
  public static Map<String, Span> members(byte[] bytes, Span object) {
    var members = new LinkedHashMap<String, Span>();
    try {
      Cursor cursor = Cursor.object(new JsonScanner(bytes, object.end()), object.offset());
      while (cursor.next()) {
        members.putIfAbsent(JsonString.decode(bytes, cursor.key()), cursor.value());
      }
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
    return members;
  }

  private static @Nullable Span member(byte[] bytes, Span object, String key) {
    try {
      Cursor cursor = Cursor.object(new JsonScanner(bytes, object.end()), object.offset());
      while (cursor.next()) {
        if (JsonString.decode(bytes, cursor.key()).equals(key)) {
          return cursor.value();
        }
      }
      return null;
    } catch (NotJson e) {
      throw new IllegalArgumentException(e);
    }
  }
}

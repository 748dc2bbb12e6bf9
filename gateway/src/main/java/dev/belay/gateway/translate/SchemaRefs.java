package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.Set;

/**
 * Adjusts the references of a JSON Schema that is moved into another one (JSON Schema 2020-12
 * §8.2).
 *
 * <p>Recursion is as deep as the message, whose depth was bounded when it was read.
 */
final class SchemaRefs {
  private static final Set<String> REFS = Set.of("$ref", "$dynamicRef");

  /** Keywords whose value is a map of schemas by names that are no keywords. */
  private static final Set<String> MAPS =
      Set.of(
          "properties",
          "patternProperties",
          "$defs",
          "definitions",
          "dependentSchemas",
          "dependencies");

  /** Keywords whose value is data, in which references have no meaning. */
  private static final Set<String> DATA = Set.of("const", "enum", "default", "examples");

  private SchemaRefs() {}

  /** {@return whether references in that schema start from the schema itself, wherever it is} */
  static boolean isDocument(JsonObject schema) {
    var id = schema.text("$id");
    return id != null && !id.startsWith("#");
  }

  /** Returns {@code schema} for the place of the pointer {@code to}. */
  static byte[] moved(byte[] schema, String to) {
    var object = JsonObject.of(schema);
    if (object == null) {
      return movedItems(schema, to);
    }
    return isDocument(object) ? schema : movedMembers(object, to);
  }

  private static byte[] movedMembers(JsonObject schema, String to) {
    for (var keyword : schema.names()) {
      var target = REFS.contains(keyword) ? schema.text(keyword) : null;
      if (target != null) {
        if (target.equals("#") || target.startsWith("#/")) {
          schema.setText(keyword, to + target.substring(1));
        }
      } else if (!DATA.contains(keyword)) {
        move(schema, keyword, MAPS.contains(keyword), to);
      }
    }
    return schema.json();
  }

  private static void move(JsonObject schema, String keyword, boolean map, String to) {
    var value = schema.raw(keyword);
    var names = map ? schema.object(keyword) : null;
    if (names != null) {
      for (var name : names.names()) {
        move(names, name, false, to);
      }
    } else if (value != null && (value[0] == '{' || value[0] == '[')) {
      schema.set(keyword, moved(value, to));
    }
  }

  private static byte[] movedItems(byte[] json, String to) {
    var items = JsonArray.items(json);
    if (items == null) {
      return json;
    }
    var moved = new ArrayList<byte[]>(items.size());
    for (var item : items) {
      moved.add(moved(item, to));
    }
    return JsonArray.of(moved);
  }
}

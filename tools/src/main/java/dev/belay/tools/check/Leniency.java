package dev.belay.tools.check;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * Repairs common spellings of models before arguments are checked, and fills in the schema's
 * defaults afterwards (S4-46).
 *
 * <p>Removes a null for an optional argument, since many models write one and the schema has no
 * null (C23). Accepts a constant of an {@code enum} in other capitals, and with {@code -} or a
 * space for {@code _}, if it means exactly one constant. Leaves everything behind {@code oneOf} or
 * {@code $ref} as it is.
 */
final class Leniency {
  private final Map<String, Property> properties = new LinkedHashMap<>();

  /**
   * A property of an object.
   *
   * @param dropsNull whether a null is removed
   * @param constants the constants of its {@code enum}, or of its items, by their plain spelling
   * @param within the schema of the property itself or of its items; null if that is not an object
   */
  private record Property(
      boolean dropsNull,
      @Nullable JsonNode defaultValue,
      Map<String, String> constants,
      @Nullable Leniency within) {}

  Leniency(JsonNode schema) {
    var required = schema.path("required");
    schema
        .path("properties")
        .forEachEntry((name, property) -> {
          boolean optional = required.valueStream().noneMatch(one -> one.asString().equals(name));
          properties.put(
              name,
              new Property(
                  optional && property.path("type").isString(),
                  property.get("default"),
                  constants(property),
                  within(property)));
        });
  }

  private static @Nullable Leniency within(JsonNode property) {
    var object = property.has("properties") ? property : property.path("items");
    return object.has("properties") ? new Leniency(object) : null;
  }

  /** {@return the strings of an enum by plain spelling; empty also if two of them share one} */
  private static Map<String, String> constants(JsonNode property) {
    var listed = property.has("enum") ? property.get("enum") : property.path("items").path("enum");
    var constants = new HashMap<String, String>();
    for (var constant : listed) {
      if (!constant.isString()
          || constants.put(plain(constant.stringValue()), constant.stringValue()) != null) {
        return Map.of();
      }
    }
    return constants;
  }

  private static String plain(String constant) {
    return constant.toLowerCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
  }

  /** {@return the value with constants spelled as in the schema; the same if there are none} */
  private static JsonNode spelled(JsonNode given, Map<String, String> constants) {
    if (given.isString()) {
      var constant = constants.get(plain(given.stringValue()));
      return constant == null ? given : StringNode.valueOf(constant);
    }
    if (given instanceof ArrayNode array) {
      for (int i = 0; i < array.size(); i++) {
        array.set(i, spelled(array.get(i), constants));
      }
    }
    return given;
  }

  /** Removes nulls for absent values, and spells constants as in the schema. */
  void mend(ObjectNode value) {
    properties.forEach((name, property) -> {
      var given = value.get(name);
      if (given == null) {
        return;
      }
      if (given.isNull() && property.dropsNull()) {
        value.remove(name);
      } else if (!property.constants().isEmpty()) {
        value.set(name, spelled(given, property.constants()));
      } else if (property.within() != null) {
        objects(given, property.within()::mend);
      }
    });
  }

  /** Fills in the defaults of absent properties. */
  void fill(ObjectNode value) {
    properties.forEach((name, property) -> {
      var given = value.get(name);
      if (given == null && property.defaultValue() != null) {
        value.set(name, property.defaultValue().deepCopy());
      } else if (given != null && property.within() != null) {
        objects(given, property.within()::fill);
      }
    });
  }

  private static void objects(JsonNode given, Consumer<ObjectNode> each) {
    if (given instanceof ObjectNode object) {
      each.accept(object);
    } else if (given.isArray()) {
      given.forEach(item -> objects(item, each));
    }
  }
}

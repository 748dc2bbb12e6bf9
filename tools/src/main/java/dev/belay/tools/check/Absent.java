package dev.belay.tools.check;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What arguments are that nobody gave: their default, if the schema has one (S4-46).
 *
 * <p>A null for what need not be given is not given, since many models write one for it and the
 * schema has no null (C23). What stands behind {@code oneOf} or {@code $ref} is left as it is.
 */
final class Absent {
  private final Map<String, Property> properties = new LinkedHashMap<>();

  /**
   * A property of an object.
   *
   * @param dropsNull whether null is no value of it
   * @param within what it is itself, or each of its items; null if that is no object
   */
  private record Property(
      boolean dropsNull, @Nullable JsonNode defaultValue, @Nullable Absent within) {}

  Absent(JsonNode schema) {
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
                  within(property)));
        });
  }

  private static @Nullable Absent within(JsonNode property) {
    var object = property.has("properties") ? property : property.path("items");
    return object.has("properties") ? new Absent(object) : null;
  }

  /** Takes nulls away that stand for nothing. */
  void dropNulls(ObjectNode value) {
    properties.forEach((name, property) -> {
      var given = value.get(name);
      if (given == null) {
        return;
      }
      if (given.isNull() && property.dropsNull()) {
        value.remove(name);
      } else if (property.within() != null) {
        objects(given, property.within()::dropNulls);
      }
    });
  }

  /** Puts defaults where nothing is. */
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

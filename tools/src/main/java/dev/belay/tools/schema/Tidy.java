package dev.belay.tools.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rewrites a schema into a form that clients accept: {@code oneOf} for choices, keywords in a fixed
 * order, and definitions inlined, since many clients reject {@code $ref}, unless they are recursive
 * or the whole would become large.
 */
final class Tidy {
  static final String DEFINITIONS = "$defs";

  static final String REF = "$ref";

  /** Names the header in which an argument is repeated (MCP 2026-07-28 §x-mcp-header). */
  static final String HEADER = "x-mcp-header";

  private static final String TO_DEFINITION = "#/" + DEFINITIONS + "/";

  /** In characters. Every model reads every schema with every request. */
  private static final int LARGE = 32 * 1024;

  private static final List<String> ORDER =
      List.of(
          "$ref",
          "type",
          "const",
          "enum",
          "format",
          "contentEncoding",
          "pattern",
          "minLength",
          "maxLength",
          "minimum",
          "exclusiveMinimum",
          "maximum",
          "exclusiveMaximum",
          "items",
          "minItems",
          "maxItems",
          "uniqueItems",
          "properties",
          "required",
          "additionalProperties",
          "minProperties",
          "maxProperties",
          "oneOf",
          "description",
          "default",
          HEADER);

  private final ObjectNode definitions;
  private final Set<String> kept = new TreeSet<>();
  private final int large;
  private int written;

  private Tidy(ObjectNode definitions, int large) {
    this.definitions = definitions;
    this.large = large;
  }

  static ObjectNode of(ObjectNode root, ObjectNode definitions) {
    var inlining = new Tidy(definitions, LARGE);
    var made = inlining.whole(root);
    return inlining.written <= LARGE ? made : new Tidy(definitions, 0).whole(root);
  }

  private ObjectNode whole(ObjectNode root) {
    var made = schema(root);
    var done = new HashSet<String>();
    var all = made.objectNode();
    while (!done.containsAll(kept)) {
      for (var name : Set.copyOf(kept)) {
        if (done.add(name)) {
          all.set(name, schema(definition(name)));
        }
      }
    }
    if (!done.isEmpty()) {
      var sorted = made.putObject(DEFINITIONS);
      kept.forEach(name -> sorted.set(name, all.get(name)));
    }
    return made;
  }

  private ObjectNode schema(ObjectNode given) {
    var resolved = resolve(Usage.apart(given));
    var made = given.objectNode();
    for (var keyword : ORDER) {
      var value =
          resolved.get(keyword.equals("oneOf") && !resolved.has(keyword) ? "anyOf" : keyword);
      if (value != null && !isEmptyMap(keyword, value)) {
        made.set(keyword, keyword.equals("properties") ? properties(value) : value(value, keyword));
        written += keyword.length() + (value.isValueNode() ? value.asString().length() : 4);
      }
    }
    return made;
  }

  private static boolean isEmptyMap(String keyword, JsonNode value) {
    return keyword.equals("additionalProperties") && value.isObject() && value.isEmpty();
  }

  private ObjectNode resolve(ObjectNode given) {
    if (!given.has(REF)) {
      return given;
    }
    var name = given.get(REF).asString().substring(TO_DEFINITION.length());
    if (written >= large || refersToItself(name)) {
      kept.add(name);
      return given;
    }
    var made = Usage.apart(definition(name)).deepCopy();
    made.setAll(given);
    made.remove(REF);
    return made.has(REF) ? resolve(made) : made;
  }

  private boolean refersToItself(String name) {
    return reaches(definition(name), name, new HashSet<>());
  }

  private boolean reaches(JsonNode schema, String name, Set<String> seen) {
    if (schema.path(REF).isString()) {
      var next = schema.get(REF).asString().substring(TO_DEFINITION.length());
      if (next.equals(name) || (seen.add(next) && reaches(definition(next), name, seen))) {
        return true;
      }
    }
    for (var part : schema) {
      if (reaches(part, name, seen)) {
        return true;
      }
    }
    return false;
  }

  private ObjectNode definition(String name) {
    return (ObjectNode) definitions.get(name);
  }

  private ObjectNode properties(JsonNode given) {
    var made = definitions.objectNode();
    given.forEachEntry((name, schema) -> made.set(name, value(schema, "properties")));
    return made;
  }

  private JsonNode value(JsonNode given, String keyword) {
    if (keyword.equals("default") || keyword.equals("enum") || keyword.equals("const")) {
      return given;
    }
    return switch (given) {
      case ObjectNode object -> schema(object);
      case ArrayNode array when keyword.equals("oneOf") -> {
        var made = definitions.arrayNode();
        array.forEach(item -> made.add(value(item, "")));
        yield made;
      }
      default -> given;
    };
  }
}

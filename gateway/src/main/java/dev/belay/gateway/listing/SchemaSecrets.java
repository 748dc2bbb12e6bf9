package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds which arguments a JSON Schema marks with {@code "x-secret": true}, wherever the mark
 * stands: at a property, at what its items or alternatives are, or where it refers to.
 *
 * <p>Where a mark belongs to no property that has a name, or cannot be followed, it cannot be told
 * what is secret. Not safe for use by several threads.
 */
final class SchemaSecrets {
  /** The keyword that marks an argument. */
  static final String MARK = "x-secret";

  /** A schema that is deeper, or has more ways through it, is not followed to its end. */
  private static final int DEEPEST = 128;

  private static final int MOST = 20_000;

  /** A place that was looked at, on behalf of a property. */
  private record Look(int offset, @Nullable String owner) {}

  private final byte[] json;
  private final Span root;
  private final Set<String> names = new HashSet<>();
  private final Set<Look> looks = new HashSet<>();
  private final Set<Integer> reached = new HashSet<>();
  private boolean unsure;

  private SchemaSecrets(byte[] json, Span root) {
    this.json = json;
    this.root = root;
  }

  /** {@return the names of what is secret; null where that cannot be told} */
  static @Nullable Set<String> of(byte[] json, Span schema) {
    var secrets = new SchemaSecrets(json, schema);
    secrets.follow(schema, null, 0);
    // A mark that no way led to may stand behind a keyword that is not known here.
    boolean hasMore = secrets.marks(schema) > secrets.reached.size();
    return secrets.unsure || hasMore ? null : Set.copyOf(secrets.names);
  }

  private int marks(Span value) {
    int marks = 0;
    if (value.isArray(json)) {
      for (var item : Slices.items(json, value)) {
        marks += marks(item);
      }
    } else if (value.isObject(json)) {
      marks = isMarked(value) ? 1 : 0;
      for (var member : Slices.members(json, value).values()) {
        marks += marks(member);
      }
    }
    return marks;
  }

  private boolean isMarked(Span schema) {
    var mark = Slices.find(json, schema, MARK);
    return mark != null && json[mark.offset()] != 'f' && json[mark.offset()] != 'n';
  }

  /**
   * Looks at a schema, or a list of them.
   *
   * @param owner the property whose value, or part of a value, it describes; null for the arguments
   *     as a whole
   */
  private void follow(Span schema, @Nullable String owner, int depth) {
    if (unsure || depth > DEEPEST || looks.size() > MOST) {
      unsure = true;
    } else if (schema.isArray(json)) {
      Slices.items(json, schema).forEach(item -> follow(item, owner, depth + 1));
    } else if (schema.isObject(json) && looks.add(new Look(schema.offset(), owner))) {
      object(schema, owner, depth + 1);
    }
  }

  private void object(Span schema, @Nullable String owner, int depth) {
    if (isMarked(schema)) {
      reached.add(schema.offset());
      if (owner == null) {
        unsure = true;
      } else {
        names.add(owner);
      }
    }
    for (var member : Slices.members(json, schema).entrySet()) {
      keyword(schema, member.getKey(), member.getValue(), owner, depth);
    }
  }

  private void keyword(Span schema, String keyword, Span value, @Nullable String owner, int depth) {
    switch (keyword) {
      case "properties" ->
          members(value).forEach((name, property) -> follow(property, name, depth));
      case "patternProperties", "dependentSchemas", "dependencies" ->
          members(value).forEach((_, part) -> follow(part, owner, depth));
      case "$ref", "$dynamicRef", "$recursiveRef" -> refer(value, owner, depth);
      // What is below it refers to its own root.
      case "$id" -> unsure |= schema.offset() != root.offset();
      case "additionalItems",
          "additionalProperties",
          "allOf",
          "anyOf",
          "contains",
          "contentSchema",
          "else",
          "if",
          "items",
          "not",
          "oneOf",
          "prefixItems",
          "propertyNames",
          "then",
          "unevaluatedItems",
          "unevaluatedProperties" ->
          follow(value, owner, depth);
      default -> {}
    }
  }

  private Map<String, Span> members(Span schemas) {
    return schemas.isObject(json) ? Slices.members(json, schemas) : Map.of();
  }

  private void refer(Span reference, @Nullable String owner, int depth) {
    var target = reference.isString(json) ? Place.of(json, root, reference) : null;
    if (target == null) {
      unsure = true;
    } else {
      follow(target, owner, depth);
    }
  }

  /** Finds what a reference within one JSON Schema leads to (RFC 6901). */
  private static final class Place {
    private Place() {}

    /**
     * {@return the place in {@code root} that the string at {@code reference} points at; null if it
     * leads elsewhere, or nowhere}
     */
    static @Nullable Span of(byte[] json, Span root, Span reference) {
      var text = JsonString.decode(json, reference);
      if (text.equals("#")) {
        return root;
      }
      // A name that is percent-encoded is rare enough to be taken for one that leads elsewhere.
      if (!text.startsWith("#/") || text.indexOf('%') >= 0) {
        return null;
      }
      Span place = root;
      for (var step : text.substring(2).split("/", -1)) {
        place =
            place == null ? null : step(json, place, step.replace("~1", "/").replace("~0", "~"));
      }
      return place;
    }

    private static @Nullable Span step(byte[] json, Span place, String step) {
      if (place.isObject(json)) {
        return Slices.find(json, place, step);
      }
      if (!place.isArray(json) || !step.matches("\\d{1,6}")) {
        return null;
      }
      var items = Slices.items(json, place);
      int index = Integer.parseInt(step);
      return index < items.size() ? items.get(index) : null;
    }
  }
}

package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the arguments that a JSON Schema marks with {@code "x-secret": true}: at a property, at its
 * items or alternatives, or at a schema it references.
 *
 * <p>If a mark belongs to no named property, or cannot be followed, the secrets are unknown. Not
 * safe for use by several threads.
 */
final class SchemaSecrets {
  /** The keyword that marks an argument. */
  static final String MARK = "x-secret";

  /** The maximum number of visits; a schema that needs more is not followed to its end. */
  private static final int MOST = 20_000;

  /** A visit to a schema on behalf of a property. */
  private record Look(int offset, @Nullable String owner) {}

  private final byte[] json;
  private final JsonTree root;
  private final Set<String> names = new HashSet<>();
  private final Set<Look> looks = new HashSet<>();
  private final Set<Integer> reached = new HashSet<>();
  private boolean unsure;

  private SchemaSecrets(byte[] json) {
    this.json = json;
    root = JsonTree.of(json);
  }

  /** {@return the names of the secret arguments; null if they are unknown} */
  static @Nullable Set<String> of(byte[] schema) {
    var secrets = new SchemaSecrets(schema);
    secrets.follow(secrets.root, null);
    // A mark that was not reached may be behind a keyword that is unknown here.
    boolean hasMore = secrets.marks(secrets.root) > secrets.reached.size();
    return secrets.unsure || hasMore ? null : Set.copyOf(secrets.names);
  }

  private int marks(JsonTree value) {
    return switch (value) {
      case JsonTree.Items(_, var items) -> items.stream().mapToInt(this::marks).sum();
      case JsonTree.Members object ->
          (isMarked(object) ? 1 : 0)
              + object.members().stream().mapToInt(member -> marks(member.value())).sum();
      case JsonTree.Leaf leaf -> {
        unsure |= isTooDeep(leaf);
        yield 0;
      }
    };
  }

  private boolean isTooDeep(JsonTree.Leaf leaf) {
    return leaf.at().isObject(json) || leaf.at().isArray(json);
  }

  private boolean isMarked(JsonTree.Members schema) {
    var mark = schema.get(MARK);
    return mark != null && json[mark.at().offset()] != 'f' && json[mark.at().offset()] != 'n';
  }

  /**
   * Visits a schema, or a list of schemas.
   *
   * @param owner the property whose value, or part of a value, it describes; null for the arguments
   *     as a whole
   */
  private void follow(JsonTree schema, @Nullable String owner) {
    if (unsure || looks.size() > MOST) {
      unsure = true;
      return;
    }
    switch (schema) {
      case JsonTree.Items(_, var items) -> items.forEach(item -> follow(item, owner));
      case JsonTree.Members object -> {
        if (looks.add(new Look(object.at().offset(), owner))) {
          object(object, owner);
        }
      }
      case JsonTree.Leaf leaf -> unsure |= isTooDeep(leaf);
    }
  }

  private void object(JsonTree.Members schema, @Nullable String owner) {
    if (isMarked(schema)) {
      reached.add(schema.at().offset());
      if (owner == null) {
        unsure = true;
      } else {
        names.add(owner);
      }
    }
    for (var member : schema.members()) {
      var keyword = member.name();
      switch (SchemaKeyword.of(keyword)) {
        case SCHEMAS -> follow(member.value(), owner);
        case NAMED_SCHEMAS -> {
          if (member.value() instanceof JsonTree.Members(_, var named)) {
            boolean isProperty = keyword.equals("properties");
            named.forEach(part -> follow(part.value(), isProperty ? part.name() : owner));
          }
        }
        case REFERENCE -> refer(member.value(), owner);
        // References below an $id start from its own root.
        case DATA -> unsure |= keyword.equals("$id") && schema.at().offset() != root.at().offset();
        case DEFINITIONS, PROSE -> {}
      }
    }
  }

  private void refer(JsonTree reference, @Nullable String owner) {
    var target = reference.at().isString(json) ? target(reference) : null;
    if (target == null) {
      unsure = true;
    } else {
      follow(target, owner);
    }
  }

  /** {@return the target of a reference within the schema (RFC 6901); null if there is none} */
  private @Nullable JsonTree target(JsonTree reference) {
    var text = JsonString.decode(json, reference.at());
    if (text.equals("#")) {
      return root;
    }
    // Percent-encoding is rare enough to be treated as an external reference.
    if (!text.startsWith("#/") || text.indexOf('%') >= 0) {
      return null;
    }
    JsonTree place = root;
    for (var step : text.substring(2).split("/", -1)) {
      place = place == null ? null : step(place, step.replace("~1", "/").replace("~0", "~"));
    }
    return place;
  }

  private static @Nullable JsonTree step(JsonTree place, String step) {
    return switch (place) {
      case JsonTree.Members object -> object.get(step);
      case JsonTree.Items(_, var items) -> {
        int index = step.matches("\\d{1,6}") ? Integer.parseInt(step) : items.size();
        yield index < items.size() ? items.get(index) : null;
      }
      case JsonTree.Leaf _ -> null;
    };
  }
}

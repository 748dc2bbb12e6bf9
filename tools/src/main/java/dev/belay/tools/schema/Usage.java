package dev.belay.tools.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Separates the annotations of a type's use from those of the type, which the generator combines in
 * {@code allOf}: those of the use take precedence, and for a choice they apply as a whole.
 */
final class Usage {
  private static final String BOTH = "allOf";
  private static final String CHOICE = "anyOf";
  private static final String DESCRIPTION = "description";

  private Usage() {}

  static ObjectNode apart(ObjectNode given) {
    return hoist(flat(given));
  }

  private static ObjectNode flat(ObjectNode given) {
    if (!(given.get(BOTH) instanceof ArrayNode parts)) {
      return given;
    }
    var made = given.objectNode();
    parts.forEach(part -> made.setAll((ObjectNode) part));
    made.setAll(given);
    made.remove(BOTH);
    return made;
  }

  private static ObjectNode hoist(ObjectNode given) {
    if (!(given.get(CHOICE) instanceof ArrayNode choices)) {
      return given;
    }
    var made = given.deepCopy();
    var plain = made.arrayNode();
    for (var choice : choices) {
      plain.add(choice instanceof ObjectNode variant ? withoutPlace(variant, made) : choice);
    }
    var alike = alike(plain);
    if (alike != null) {
      made.set(DESCRIPTION, alike);
      plain.forEach(variant -> ((ObjectNode) variant).remove(DESCRIPTION));
    }
    made.set(CHOICE, plain);
    return made;
  }

  /** {@return the variant without the keywords that belong to the choice} */
  private static ObjectNode withoutPlace(ObjectNode variant, ObjectNode choice) {
    if (variant.get(BOTH) instanceof ArrayNode parts) {
      for (int i = 1; i < parts.size(); i++) {
        choice.setAll((ObjectNode) parts.get(i));
      }
      return ((ObjectNode) parts.get(0)).deepCopy();
    }
    if (!variant.has(Tidy.REF)) {
      return variant.deepCopy();
    }
    variant.forEachEntry((key, value) -> {
      if (!key.equals(Tidy.REF)) {
        choice.set(key, value);
      }
    });
    return variant.objectNode().set(Tidy.REF, variant.get(Tidy.REF));
  }

  /**
   * {@return the description that all variants share, and that so belongs to none; null for none}
   */
  private static @Nullable JsonNode alike(ArrayNode variants) {
    var first = variants.path(0).get(DESCRIPTION);
    for (var variant : variants) {
      if (first == null || !first.equals(variant.get(DESCRIPTION))) {
        return null;
      }
    }
    return variants.size() > 1 ? first : null;
  }
}

package dev.belay.gateway.listing;

/**
 * What a member of a JSON Schema holds, as far as shortening it goes.
 *
 * <p>Those of all drafts together: a keyword that a draft does not know has no meaning in it, and
 * so nothing that could be lost.
 */
enum Keyword {
  /** Words for people, or for a model that has read the tool's own description (S4-9). */
  PROSE,

  /** A schema, or a list of schemas. */
  SCHEMAS,

  /** Schemas by names that somebody chose: {@code title} is a name there, and no keyword. */
  NAMED_SCHEMAS,

  /** The place of another schema. */
  REFERENCE,

  /** Anything else, which is left alone: values, names, numbers, what is not known. */
  DATA;

  static Keyword of(String name) {
    return switch (name) {
      case "description",
          "examples",
          "example",
          "title",
          "default",
          "$comment",
          "markdownDescription" ->
          PROSE;
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
          SCHEMAS;
      case "$defs",
          "definitions",
          "dependencies",
          "dependentSchemas",
          "patternProperties",
          "properties" ->
          NAMED_SCHEMAS;
      case "$ref", "$dynamicRef", "$recursiveRef" -> REFERENCE;
      default -> DATA;
    };
  }

  /**
   * {@return whether a reference leads into what is left out; to be on the safe side also where
   * that is hard to tell}
   */
  static boolean isIntoProse(String reference) {
    int hash = reference.indexOf('#');
    if (hash < 0) {
      return false;
    }
    if (reference.indexOf('%', hash) >= 0) {
      return true;
    }
    var here = SCHEMAS;
    int at = reference.indexOf('/', hash);
    while (at >= 0 && here != DATA && here != PROSE) {
      int end = reference.indexOf('/', at + 1);
      var step = end < 0 ? reference.substring(at + 1) : reference.substring(at + 1, end);
      // An index into a list of schemas leads to one of them, as a chosen name does.
      boolean isName = here == NAMED_SCHEMAS || step.chars().allMatch(Character::isDigit);
      here = isName ? SCHEMAS : of(step);
      at = end;
    }
    return here == PROSE;
  }
}

package dev.belay.gateway.listing;

import java.util.Set;

/**
 * The kind of a JSON Schema member.
 *
 * <p>Covers all drafts: a keyword that a draft does not define has no meaning in it that could be
 * lost.
 */
@SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable.
enum SchemaKeyword {
  /** Text for people, or for a model that has read the tool's own description (S4-9). */
  PROSE("description examples example title default $comment markdownDescription"),

  /** A schema, or a list of schemas. */
  SCHEMAS(
      "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not"
          + " oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties"),

  /** Schemas by names of the author's choice: {@code title} is a name there, not a keyword. */
  NAMED_SCHEMAS("dependencies dependentSchemas patternProperties properties"),

  /** Schemas by name, in force only where they are referenced. */
  DEFINITIONS("$defs definitions"),

  /** A reference to another schema. */
  REFERENCE("$ref $dynamicRef $recursiveRef"),

  /** Anything else: values, names, numbers, unknown members. */
  DATA("");

  private final Set<String> names;

  SchemaKeyword(String names) {
    this.names = Set.of(names.split(" "));
  }

  static SchemaKeyword of(String name) {
    for (var keyword : values()) {
      if (keyword.names.contains(name)) {
        return keyword;
      }
    }
    return DATA;
  }
}

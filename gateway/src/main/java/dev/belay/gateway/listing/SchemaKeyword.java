package dev.belay.gateway.listing;

import java.util.Set;

/**
 * What a member of a JSON Schema holds.
 *
 * <p>Those of all drafts together: a keyword that a draft does not know has no meaning in it, and
 * so nothing that could be lost.
 */
@SuppressWarnings("ImmutableEnumChecker") // What Set.of makes is.
enum SchemaKeyword {
  /** Words for people, or for a model that has read the tool's own description (S4-9). */
  PROSE("description examples example title default $comment markdownDescription"),

  /** A schema, or a list of schemas. */
  SCHEMAS(
      "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not"
          + " oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties"),

  /** Schemas by names of the author's choice: {@code title} is a name there, and no keyword. */
  NAMED_SCHEMAS("dependencies dependentSchemas patternProperties properties"),

  /** Schemas by names, which hold only where a reference leads to them. */
  DEFINITIONS("$defs definitions"),

  /** The place of another schema. */
  REFERENCE("$ref $dynamicRef $recursiveRef"),

  /** Anything else: values, names, numbers, what is not known. */
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

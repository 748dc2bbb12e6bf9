package dev.belay.tools.schema;

import tools.jackson.databind.node.ObjectNode;

/**
 * A schema in JSON Schema 2020-12, with the same bytes each time.
 *
 * <p>Made at its first use, so that a server's start does not wait for it. Safe for use by many
 * threads.
 */
public interface JsonSchema {
  /** {@return the schema as in {@code tools/list}; must not be changed} */
  byte[] bytes();

  /** {@return the schema as a tree; a copy} */
  ObjectNode tree();

  /**
   * {@return a copy of the schema for validation: the listed one with the demands of Java, such as
   * the ranges of numbers and no unknown names}
   */
  default ObjectNode checked() {
    return tree();
  }

  /** {@return the schema that an author wrote as one JSON object; parsed at its first use} */
  static JsonSchema of(byte[] json) {
    return new GivenSchema(json.clone());
  }
}

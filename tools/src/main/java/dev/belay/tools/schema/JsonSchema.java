package dev.belay.tools.schema;

import tools.jackson.databind.node.ObjectNode;

/**
 * A schema in JSON Schema 2020-12, made once and the same bytes each time.
 *
 * <p>Not made before it is first asked for, so that a server starts without. Safe for use by many
 * threads.
 */
public interface JsonSchema {
  /** {@return the schema as it stands in {@code tools/list}; must not be changed} */
  byte[] bytes();

  /** {@return the schema as a tree; a copy} */
  ObjectNode tree();

  /**
   * {@return what values are checked against, a copy: besides what is listed, whatever Java demands
   * of them, such as numbers that fit, and no unknown names}
   */
  default ObjectNode checked() {
    return tree();
  }

  /** {@return the schema that an author wrote as one JSON object; not read before it is used} */
  static JsonSchema of(byte[] json) {
    return new GivenSchema(json.clone());
  }
}

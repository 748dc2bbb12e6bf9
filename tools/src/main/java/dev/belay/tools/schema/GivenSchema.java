package dev.belay.tools.schema;

import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A schema listed as its author wrote it. */
@SuppressWarnings("ArrayRecordComponent") // Not compared, and not visible outside this package.
record GivenSchema(byte[] bytes) implements JsonSchema {
  @Override
  public ObjectNode tree() {
    if (JsonMapper.shared().readTree(bytes) instanceof ObjectNode object) {
      return object;
    }
    throw new IllegalArgumentException("a schema of a tool must be a JSON object");
  }
}

package dev.belay.tools.schema;

import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Reads default values, written as JSON or as plain text. */
final class Defaults {
  private Defaults() {}

  static JsonNode of(String said, Class<?> type) {
    JsonNode json;
    try {
      json = JsonMapper.shared().readTree(said);
    } catch (JacksonException _) {
      return StringNode.valueOf(said);
    }
    return (isText(type) && !json.isString()) || json.isMissingNode()
        ? StringNode.valueOf(said)
        : json;
  }

  private static boolean isText(Class<?> type) {
    var schema = JsonMapper.shared().createObjectNode();
    return type.isEnum()
        || (PlainType.write(type, schema, false)
            && "string".equals(schema.path("type").asString()));
  }
}

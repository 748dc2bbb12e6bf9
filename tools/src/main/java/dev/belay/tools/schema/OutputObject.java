package dev.belay.tools.schema;

import java.lang.reflect.Type;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Makes the schema of one result. */
final class OutputObject {
  private OutputObject() {}

  static ObjectNode make(Type type, boolean wrapped, boolean strict) {
    var types = new TypeSchemas(strict);
    var made = types.of(type);
    var definitions = types.definitions();
    if (!wrapped) {
      // A choice of objects is an object too, which clients of the legacy era require.
      return Tidy.of(made.put("type", "object"), definitions);
    }
    var root = JsonMapper.shared().createObjectNode().put("type", "object");
    root.putObject("properties").set(OutputSchema.WRAPPED, made);
    root.putArray("required").add(OutputSchema.WRAPPED);
    return Tidy.of(root, definitions);
  }
}

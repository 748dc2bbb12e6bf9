package dev.belay.tools.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Builds the schema of a tool's arguments as one object. */
final class ArgumentObject {
  private final List<ArgumentSpec> arguments;
  private final boolean strict;

  ArgumentObject(List<ArgumentSpec> arguments, boolean strict) {
    this.arguments = arguments;
    this.strict = strict;
  }

  ObjectNode make() {
    var types = new TypeSchemas(strict);
    Map<String, ObjectNode> made = new LinkedHashMap<>();
    for (var argument : arguments) {
      made.put(argument.name(), types.of(argument.type()));
    }
    var definitions = types.definitions();

    var root = JsonMapper.shared().createObjectNode().put("type", "object");
    var properties = root.putObject("properties");
    var required = root.arrayNode();
    for (var argument : arguments) {
      var property = made.get(argument.name());
      if (property != null) {
        describe(property, argument);
        properties.set(argument.name(), property);
      }
      if (argument.required()) {
        required.add(argument.name());
      }
    }
    if (!required.isEmpty()) {
      root.set("required", required);
    }
    if (strict) {
      root.put("additionalProperties", false);
    }
    return Tidy.of(root, definitions);
  }

  private static void describe(ObjectNode property, ArgumentSpec argument) {
    var raw = TypeSchemas.bare(argument.type()).getErasedType();
    Descriptions.put(property, argument.description(), raw);
    Constraints.add(property, List.of(argument.element()), raw);
    if (argument.defaultJson() != null) {
      property.set("default", JsonMapper.shared().readTree(argument.defaultJson()));
    }
    if (argument.header() != null) {
      property.put(Tidy.HEADER, argument.header());
    }
  }
}

package dev.belay.tools.schema;

import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.TypeAttributeOverrideV2;
import com.github.victools.jsonschema.generator.TypeScope;
import tools.jackson.databind.node.ObjectNode;

/** Adds a record's own parts to the schema of its components. */
final class Records implements TypeAttributeOverrideV2 {
  private final boolean strict;

  Records(boolean strict) {
    this.strict = strict;
  }

  @Override
  public void overrideTypeAttributes(
      ObjectNode schema, TypeScope scope, SchemaGenerationContext context) {
    var raw = scope.getType() == null ? null : scope.getType().getErasedType();
    if (raw == null || !raw.isRecord()) {
      return;
    }
    schema.put("type", "object");
    Descriptions.put(schema, null, raw);
    if (WireNames.isVariant(raw)) {
      discriminate(schema, WireNames.of(raw));
    }
    if (strict) {
      schema.put("additionalProperties", false);
    }
  }

  private static void discriminate(ObjectNode schema, String variant) {
    var properties = schema.objectNode();
    properties.putObject(WireNames.DISCRIMINATOR).put("type", "string").put("const", variant);
    if (schema.get("properties") instanceof ObjectNode own) {
      properties.setAll(own);
    }
    schema.set("properties", properties);
    var required = schema.arrayNode().add(WireNames.DISCRIMINATOR);
    if (schema.has("required")) {
      schema.get("required").forEach(required::add);
    }
    schema.set("required", required);
  }
}

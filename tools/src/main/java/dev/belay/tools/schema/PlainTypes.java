package dev.belay.tools.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.CustomDefinitionProviderV2;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import java.util.Collection;
import java.util.Map;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Defines the types with a single JSON value, and the types of unknown structure. */
final class PlainTypes implements CustomDefinitionProviderV2 {
  private final boolean strict;

  PlainTypes(boolean strict) {
    this.strict = strict;
  }

  @Override
  public @Nullable CustomDefinition provideCustomSchemaDefinition(
      ResolvedType type, SchemaGenerationContext context) {
    var raw = type.getErasedType();
    if (TypeSchemas.isOptional(type)) {
      return inline(context.createDefinition(TypeSchemas.bare(type)));
    }
    var schema = context.getGeneratorConfig().createObjectNode();
    if (raw.isEnum()) {
      var values = schema.put("type", "string").putArray("enum");
      for (var constant : raw.getEnumConstants()) {
        values.add(WireNames.of((Enum<?>) constant));
      }
      Descriptions.put(schema, null, raw);
      return inline(schema);
    }
    if (PlainType.write(raw, schema, strict)) {
      return inline(schema);
    }
    if (BaseStream.class.isAssignableFrom(raw)) {
      schema.put("type", "array").putObject("items");
      return inline(schema);
    }
    return isComposite(raw) ? null : inline(schema);
  }

  private static boolean isComposite(Class<?> raw) {
    return raw.isRecord()
        || raw.isSealed()
        || raw.isArray()
        || Collection.class.isAssignableFrom(raw)
        || Map.class.isAssignableFrom(raw);
  }

  private static CustomDefinition inline(ObjectNode schema) {
    return new CustomDefinition(
        schema, CustomDefinition.DefinitionType.INLINE, CustomDefinition.INCLUDING_ATTRIBUTES);
  }
}

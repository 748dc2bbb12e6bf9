package dev.belay.tools.schema;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.classmate.TypeResolver;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfig;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import java.lang.reflect.Type;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes schemas of Java types with shared definitions: victools, configured with this module's JSON
 * for these types.
 */
final class TypeSchemas {
  private static final OptionPreset NOTHING_BUT_FIELDS =
      new OptionPreset(
          Option.MAP_VALUES_AS_ADDITIONAL_PROPERTIES,
          Option.NONPUBLIC_NONSTATIC_FIELDS_WITH_GETTERS,
          Option.NONPUBLIC_NONSTATIC_FIELDS_WITHOUT_GETTERS,
          Option.ALLOF_CLEANUP_AT_THE_END);

  private final SchemaBuilder schemas;

  TypeSchemas(boolean strict) {
    LoggingNotice.hush();
    schemas = new SchemaGenerator(config(strict)).buildMultipleSchemaDefinitions();
  }

  /** {@return the schema of a type, complete only after {@link #definitions}} */
  ObjectNode of(Type type) {
    return schemas.createSchemaReference(bare(type));
  }

  /** {@return the definitions that those schemas refer to} */
  ObjectNode definitions() {
    return schemas.collectDefinitions(Tidy.DEFINITIONS);
  }

  /** {@return whether the type is an optional} */
  static boolean isOptional(ResolvedType type) {
    return isOptional(type.getErasedType());
  }

  static boolean isOptional(Class<?> type) {
    return type == Optional.class
        || type == OptionalInt.class
        || type == OptionalLong.class
        || type == OptionalDouble.class;
  }

  /** {@return the type itself, or the type within an {@code Optional}} */
  static ResolvedType bare(Type type) {
    return bare(new TypeResolver().resolve(type));
  }

  static ResolvedType bare(ResolvedType type) {
    var raw = type.getErasedType();
    if (raw == Optional.class) {
      var of = type.typeParametersFor(Optional.class);
      return of.isEmpty() ? new TypeResolver().resolve(Object.class) : bare(of.getFirst());
    }
    if (raw == OptionalInt.class) {
      return new TypeResolver().resolve(int.class);
    }
    if (raw == OptionalLong.class) {
      return new TypeResolver().resolve(long.class);
    }
    return raw == OptionalDouble.class ? new TypeResolver().resolve(double.class) : type;
  }

  private static SchemaGeneratorConfig config(boolean strict) {
    var config = new SchemaGeneratorConfigBuilder(SchemaVersion.DRAFT_2020_12, NOTHING_BUT_FIELDS);
    config
        .forTypesInGeneral()
        .withPropertySorter((_, _) -> 0)
        .withArrayUniqueItemsResolver(
            scope -> scope.getType().isInstanceOf(Set.class) ? Boolean.TRUE : null)
        .withCustomDefinitionProvider(new PlainTypes(strict))
        .withSubtypeResolver(new Variants())
        .withTypeAttributeOverride(new Records(strict));
    config
        .forFields()
        .withIgnoreCheck(field -> Components.of(field) == null)
        .withPropertyNameOverrideResolver(Components::name)
        .withRequiredCheck(Components::isRequired)
        .withTargetTypeOverridesResolver(Components::bare)
        .withInstanceAttributeOverride(Components::describe);
    return config.build();
  }
}

package dev.belay.tools.schema;

import com.fasterxml.classmate.ResolvedType;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.javadoc.KeptJavadoc;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Finds the properties that components of records describe. */
final class Components {
  private Components() {}

  /** {@return the component of a field; null for the fields of other classes} */
  static @Nullable RecordComponent of(FieldScope field) {
    var components = field.getDeclaringType().getErasedType().getRecordComponents();
    if (components != null) {
      for (var component : components) {
        if (component.getName().equals(field.getDeclaredName())) {
          return component;
        }
      }
    }
    return null;
  }

  static @Nullable String name(FieldScope field) {
    var component = of(field);
    return component == null ? null : WireNames.of(component);
  }

  static boolean isRequired(FieldScope field) {
    var component = of(field);
    if (component == null || ArgumentSpec.isNullable(component.getAnnotatedType())) {
      return false;
    }
    var arg = component.getAnnotation(Arg.class);
    boolean optional = arg != null && (!arg.required() || !arg.defaultValue().equals(Arg.NONE));
    return !optional && !TypeSchemas.isOptional(component.getType());
  }

  /** {@return the type within an optional component; null for a component that is not optional} */
  static @Nullable List<ResolvedType> bare(FieldScope field) {
    var type = field.getType();
    return TypeSchemas.isOptional(type) ? List.of(TypeSchemas.bare(type)) : null;
  }

  static void describe(ObjectNode schema, FieldScope field, SchemaGenerationContext context) {
    var component = of(field);
    if (component == null || field.isFakeContainerItemScope()) {
      return;
    }
    var arg = component.getAnnotation(Arg.class);
    var own = arg == null ? "" : arg.description();
    Descriptions.put(
        schema,
        own.isEmpty() ? KeptJavadoc.of(component).orElse(null) : own,
        field.getType().getErasedType());
    Constraints.add(schema, elements(field, component), field.getType().getErasedType());
    if (arg != null && !arg.defaultValue().equals(Arg.NONE)) {
      schema.set("default", Defaults.of(arg.defaultValue(), field.getType().getErasedType()));
    }
  }

  /**
   * Returns the elements that bear constraints: not the component itself, but the members that the
   * compiler makes of it.
   */
  private static List<AnnotatedElement> elements(FieldScope field, RecordComponent component) {
    var elements = new ArrayList<AnnotatedElement>();
    elements.add(field.getRawMember());
    elements.add(component.getAccessor());
    return elements;
  }
}

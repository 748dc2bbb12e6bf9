package dev.belay.tools.json;

import dev.belay.tools.schema.WireNames;
import tools.jackson.databind.PropertyNamingStrategy;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;

/** Properties are called as in the schema. */
final class WireNaming extends PropertyNamingStrategy {
  private static final long serialVersionUID = 1L;

  @Override
  public String nameForField(MapperConfig<?> config, AnnotatedField field, String name) {
    return name(field.getDeclaringClass(), field.getName(), name);
  }

  @Override
  public String nameForGetterMethod(MapperConfig<?> config, AnnotatedMethod method, String name) {
    return name(method.getDeclaringClass(), method.getName(), name);
  }

  @Override
  public String nameForConstructorParameter(
      MapperConfig<?> config, AnnotatedParameter parameter, String name) {
    return name(parameter.getDeclaringClass(), name, name);
  }

  private static String name(Class<?> owner, String member, String otherwise) {
    var components = owner.getRecordComponents();
    if (components != null) {
      for (var component : components) {
        if (component.getName().equals(member)) {
          return WireNames.of(component);
        }
      }
    }
    return WireNames.snakeCase(otherwise);
  }
}

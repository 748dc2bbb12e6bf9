package dev.belay.tools.schema;

import dev.belay.tools.annotation.Arg;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Arguments as declared by a method's parameters. */
public final class Specs {
  private Specs() {}

  /** {@return the arguments of the one method of that name} */
  public static List<ArgumentSpec> of(Class<?> owner, String method) {
    return Arrays.stream(method(owner, method).getParameters())
        .map(parameter -> {
          var arg = parameter.getAnnotation(Arg.class);
          boolean hasDefault = arg != null && !arg.defaultValue().equals(Arg.NONE);
          return new ArgumentSpec(
              WireNames.of(parameter),
              parameter.getParameterizedType(),
              parameter,
              arg == null || arg.description().isEmpty() ? null : arg.description(),
              !hasDefault
                  && (arg == null || arg.required())
                  && parameter.getType() != Optional.class,
              hasDefault ? arg.defaultValue() : null);
        })
        .toList();
  }

  /** {@return the schema of those arguments} */
  public static JsonSchema schema(Class<?> owner, String method) {
    return ArgumentSchema.of(of(owner, method));
  }

  static String text(@Nullable JsonSchema schema) {
    return schema == null ? "none" : new String(schema.bytes(), StandardCharsets.UTF_8);
  }

  static Method method(Class<?> owner, String name) {
    return Arrays.stream(owner.getDeclaredMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}

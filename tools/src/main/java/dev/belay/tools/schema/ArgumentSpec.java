package dev.belay.tools.schema;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a tool, the source of its schema.
 *
 * @param name as callers write it
 * @param type its Java type, possibly within an {@code Optional}
 * @param element has its annotations, such as constraints; none if a builder declared it
 * @param description for the model; null if the author gave none
 * @param required whether callers must give it
 * @param defaultJson its default as JSON; null for none
 * @param header after {@code Mcp-Param-}, in which HTTP clients repeat it; null for none
 */
public record ArgumentSpec(
    String name,
    Type type,
    AnnotatedElement element,
    @Nullable String description,
    boolean required,
    @Nullable String defaultJson,
    @Nullable String header) {
  /** Describes an argument without a header. */
  public ArgumentSpec(
      String name,
      Type type,
      AnnotatedElement element,
      @Nullable String description,
      boolean required,
      @Nullable String defaultJson) {
    this(name, type, element, description, required, defaultJson, null);
  }

  /** {@return whether one of these is {@code @Nullable}, of any package} */
  public static boolean isNullable(AnnotatedElement... elements) {
    for (var element : elements) {
      for (var annotation : element.getAnnotations()) {
        if (annotation.annotationType().getSimpleName().equals("Nullable")) {
          return true;
        }
      }
    }
    return false;
  }
}

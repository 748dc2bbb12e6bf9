package dev.belay.tools.schema;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a tool, before it is a schema.
 *
 * @param name as callers write it
 * @param type what it becomes in Java; an {@code Optional} of it where the tool asks for one
 * @param element bears its annotations, such as constraints; nothing if a builder declared it
 * @param description for the model; null if nobody wrote one
 * @param required whether callers must give it
 * @param defaultJson what it is if it is not given, as JSON; null for none
 * @param header in which clients over HTTP repeat it, after {@code Mcp-Param-}; null for none
 */
public record ArgumentSpec(
    String name,
    Type type,
    AnnotatedElement element,
    @Nullable String description,
    boolean required,
    @Nullable String defaultJson,
    @Nullable String header) {
  /** An argument that comes in no header. */
  public ArgumentSpec(
      String name,
      Type type,
      AnnotatedElement element,
      @Nullable String description,
      boolean required,
      @Nullable String defaultJson) {
    this(name, type, element, description, required, defaultJson, null);
  }

  /** {@return whether one of these is {@code @Nullable}, in whichever package that is declared} */
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

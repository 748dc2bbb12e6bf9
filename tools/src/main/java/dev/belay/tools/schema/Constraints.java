package dev.belay.tools.schema;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds the constraints of Jakarta Validation.
 *
 * <p>Without it on the class path its annotations are invisible, and none of its classes is loaded.
 */
final class Constraints {
  private static final String PACKAGE = "jakarta.validation.constraints.";

  private Constraints() {}

  static void add(ObjectNode schema, List<AnnotatedElement> elements, Class<?> type) {
    for (var element : elements) {
      for (Annotation annotation : element.getAnnotations()) {
        if (annotation.annotationType().getName().startsWith(PACKAGE)) {
          JakartaConstraint.add(annotation, schema, type);
        }
      }
    }
  }
}

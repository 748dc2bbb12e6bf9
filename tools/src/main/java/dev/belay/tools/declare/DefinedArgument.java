package dev.belay.tools.declare;

import dev.belay.tools.bind.ReaderFactory;
import dev.belay.tools.bind.Slots;
import dev.belay.tools.bind.UnbindableException;
import dev.belay.tools.schema.ArgumentSpec;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An argument that was declared without a parameter. */
record DefinedArgument(
    String name,
    Type type,
    String description,
    boolean required,
    @Nullable String whenAbsent,
    @Nullable String header) {
  DefinedArgument(
      String name, Type type, String description, boolean required, @Nullable String whenAbsent) {
    this(name, type, description, required, whenAbsent, null);
  }

  DefinedArgument in(String as) {
    return new DefinedArgument(name, type, description, required, whenAbsent, as);
  }

  Optional<ArgumentSpec> check(String where, ReaderFactory readers, Problems problems) {
    try {
      var slot = Slots.of(name, type, required, whenAbsent, readers);
      var json = slot.whenAbsent() == null ? null : slot.whenAbsent().json();
      return Optional.of(
          new ArgumentSpec(
              name,
              type,
              Unannotated.ELEMENT,
              description.isEmpty() ? null : description,
              slot.required(),
              json,
              header));
    } catch (UnbindableException e) {
      problems.add(where + ", argument " + name, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  /** What bears the annotations of an argument that no parameter stands for: nothing. */
  private enum Unannotated implements AnnotatedElement {
    ELEMENT;

    @Override
    public <T extends Annotation> @Nullable T getAnnotation(Class<T> annotation) {
      return null;
    }

    @Override
    public Annotation[] getAnnotations() {
      return new Annotation[0];
    }

    @Override
    public Annotation[] getDeclaredAnnotations() {
      return new Annotation[0];
    }
  }
}

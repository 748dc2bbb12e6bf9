package dev.belay.tools.bind;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.schema.ArgumentSpec;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import org.jspecify.annotations.Nullable;

/** Decides whether a parameter or component is optional, and its default value. */
public final class Slots {
  private Slots() {}

  /**
   * Returns the slot of a parameter.
   *
   * @throws UnbindableException if JSON cannot represent its type
   */
  public static Slot of(String name, Parameter parameter, ReaderFactory readers) {
    var reader = readers.of(parameter.getParameterizedType());
    return of(name, parameter.getType(), reader, parameter, parameter.getAnnotatedType());
  }

  static Slot of(String name, RecordComponent component, ValueReader reader) {
    var arg = component.getAnnotation(Arg.class);
    if (arg != null && !arg.header().isEmpty()) {
      throw new UnbindableException("it has a header, which only a parameter of the tool can have");
    }
    return of(name, component.getType(), reader, component, component.getAnnotatedType());
  }

  /**
   * Returns the slot of an argument declared with a builder.
   *
   * @param whenAbsent as in {@link Arg#defaultValue}; null for none
   * @throws UnbindableException if JSON cannot represent its type
   */
  public static Slot of(
      String name,
      Type type,
      boolean required,
      @Nullable String whenAbsent,
      ReaderFactory readers) {
    var reader = readers.of(type);
    return made(name, reader, required && !reader.optional(), whenAbsent);
  }

  private static Slot of(
      String name,
      Class<?> type,
      ValueReader reader,
      AnnotatedElement element,
      AnnotatedType annotated) {
    var arg = element.getAnnotation(Arg.class);
    var text = arg == null || arg.defaultValue().equals(Arg.NONE) ? null : arg.defaultValue();
    var omissible =
        reader.optional()
            || (arg != null && !arg.required())
            || ArgumentSpec.isNullable(element, annotated);
    if (omissible && text == null && type.isPrimitive()) {
      throw new UnbindableException(
          "nothing stands for a "
              + type.getName()
              + " that is not given: use its box or an optional, or say a defaultValue");
    }
    return made(name, reader, !omissible, text);
  }

  private static Slot made(
      String name, ValueReader reader, boolean required, @Nullable String text) {
    return new Slot(
        name, reader, required && text == null, text == null ? null : parsed(text, reader));
  }

  private static DefaultValue parsed(String text, ValueReader reader) {
    try {
      return reader.defaultOf(text);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new UnbindableException(
          "the defaultValue \"" + text + "\" cannot be read: " + e.getMessage());
    }
  }
}

package dev.belay.tools.bind;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads single arguments, for tools without parameters. */
public final class TypedArguments {
  /** One reader per class, for the lifetime of the class. */
  private static final ClassValue<Slot> SLOTS =
      new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
          return new Slot("", new ReaderFactory().of(type), true, null);
        }
      };

  private TypedArguments() {}

  /**
   * Reads a required value.
   *
   * @throws ArgumentMismatchException if it is absent or not a valid value
   */
  @SuppressWarnings("unchecked") // The reader of a class makes its values, boxed.
  public static <T> T read(String name, Class<T> type, @Nullable JsonNode json) {
    try {
      return (T) Objects.requireNonNull(SLOTS.get(type).read(json));
    } catch (ArgumentMismatchException e) {
      throw e.in(name);
    }
  }
}

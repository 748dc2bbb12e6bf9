package dev.belay.tools.bind;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads single arguments for tools that have no parameters to be filled. */
public final class TypedArguments {
  /** One reader for each class, for as long as the class is there. */
  private static final ClassValue<Slot> SLOTS =
      new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
          return new Slot("", new ReaderFactory().of(type), true, null);
        }
      };

  private TypedArguments() {}

  /**
   * Reads a value that must be there.
   *
   * @throws ArgumentMismatchException if it is not, or is no such value
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

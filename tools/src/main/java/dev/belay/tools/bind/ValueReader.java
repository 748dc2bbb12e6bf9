package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns JSON into values of one Java type, strictly: {@code "12"} is not a number. Immutable. */
public interface ValueReader {
  /**
   * Reads a value that is present; JSON's null only where {@link #takesNull}.
   *
   * @throws ArgumentMismatchException if it is not a valid value
   */
  @Nullable Object read(JsonNode json);

  /** {@return the Java value of an absent property: null, or an empty optional} */
  default @Nullable Object absent() {
    return null;
  }

  /** {@return whether the type itself makes a value optional} */
  default boolean optional() {
    return false;
  }

  /** {@return whether JSON's null is a value of this type rather than its absence} */
  default boolean takesNull() {
    return false;
  }

  /**
   * Parses a default as an author writes it (S4-46): JSON that this reader accepts.
   *
   * @throws IllegalArgumentException if it is not
   */
  default DefaultValue defaultOf(String text) {
    return DefaultValue.ofJson(text, this);
  }
}

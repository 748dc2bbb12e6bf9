package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Turns JSON into values of one Java type, strictly: {@code "12"} is no number. Immutable. */
public interface ValueReader {
  /**
   * Reads a value that is there; JSON's null only where {@link #takesNull}.
   *
   * @throws ArgumentMismatchException if it is no such value
   */
  @Nullable Object read(JsonNode json);

  /** {@return what stands for a value that is left out: null, or an empty optional} */
  default @Nullable Object absent() {
    return null;
  }

  /** {@return whether a value may be left out without anyone saying so} */
  default boolean optional() {
    return false;
  }

  /** {@return whether JSON's null is a value here, and not the lack of one} */
  default boolean takesNull() {
    return false;
  }

  /**
   * Takes a default as an author writes it (S4-46): JSON, which must be readable here.
   *
   * @throws IllegalArgumentException if it is not
   */
  default DefaultValue defaultOf(String text) {
    return DefaultValue.ofJson(text, this);
  }
}

package dev.belay.tools.bind;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Thrown when an argument is not a valid value of its parameter. */
public final class ArgumentMismatchException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The number of characters of an actual value that a message shows. */
  private static final int SHOWN = 80;

  private final String path;
  private final String expected;
  private final String actual;

  private ArgumentMismatchException(
      String path, String expected, String actual, @Nullable Throwable cause) {
    super((path.isEmpty() ? "" : path + ": ") + "expected " + expected + ", got " + actual, cause);
    this.path = path;
    this.expected = expected;
    this.actual = actual;
  }

  /** {@return an exception for {@code json} in the place of {@code expected}} */
  static ArgumentMismatchException of(String expected, JsonNode json) {
    return of(expected, json, null);
  }

  static ArgumentMismatchException of(String expected, JsonNode json, @Nullable Throwable cause) {
    var text = json.isContainer() ? (json.isArray() ? "an array" : "an object") : json.toString();
    var shown = text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    return new ArgumentMismatchException("", expected, shown, cause);
  }

  /** {@return an exception for a missing value} */
  static ArgumentMismatchException missing(String expected) {
    return new ArgumentMismatchException("", expected, "nothing", null);
  }

  /** {@return the same mismatch within the property of that name} */
  ArgumentMismatchException in(String property) {
    if (property.isEmpty()) {
      return this;
    }
    var below = path.isEmpty() || path.startsWith("[") ? path : "." + path;
    return new ArgumentMismatchException(property + below, expected, actual, getCause());
  }

  /** {@return the same mismatch within the item at that index} */
  ArgumentMismatchException at(int index) {
    return in("[" + index + "]");
  }

  /**
   * {@return the path of the value, such as {@code filters[0].name}; empty for the value itself}
   */
  public String path() {
    return path;
  }

  /** {@return a description of the expected value} */
  public String expected() {
    return expected;
  }

  /** {@return the actual value, cut if it is long} */
  public String actual() {
    return actual;
  }
}

package dev.belay.config;

/** The result of parsing a text for a key: a value, a value with a remark, or an error. */
sealed interface Reading<T> {
  /** The text is a value. */
  record Good<T>(T value) implements Reading<T> {}

  /** The text is a value that the user probably did not mean. */
  record Odd<T>(T value, String remark) implements Reading<T> {}

  /** The text is not a value of this key; {@code why} states the expected form. */
  record Wrong<T>(String why) implements Reading<T> {}
}

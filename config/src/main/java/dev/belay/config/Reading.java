package dev.belay.config;

/** What a text meant to a key: a value, a value with a remark, or nothing. */
sealed interface Reading<T> {
  /** The text is a value. */
  record Good<T>(T value) implements Reading<T> {}

  /** The text is a value that the user probably did not mean. */
  record Odd<T>(T value, String remark) implements Reading<T> {}

  /** The text is no value of this key; {@code why} says what is expected. */
  record Wrong<T>(String why) implements Reading<T> {}
}

package dev.belay.config;

/** What a section of the configuration holds: keys with values, and sections. */
sealed interface Member permits Setting, Section {
  /** {@return the last part of its path, such as {@code timeout}} */
  String name();

  /** {@return what it is for, in Markdown} */
  String doc();
}

package dev.belay.config;

/** A member of a section of the configuration: a key with a value, or a section. */
sealed interface ConfigMember permits Setting, Section {
  /** {@return the last part of its path, such as {@code timeout}} */
  String name();

  /** {@return its description, in Markdown} */
  String doc();
}

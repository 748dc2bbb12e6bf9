package dev.belay.cli.command;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The options of a command line with their values, whoever has read it. */
interface Said {
  /** {@return the values of that option in order, such as {@code --env}; empty without it} */
  List<String> values(String option);

  /** {@return whether that option was given, with a value or without one} */
  default boolean has(String option) {
    return !values(option).isEmpty();
  }

  /** {@return the value that counts, which is the last one; null without that option} */
  default @Nullable String value(String option) {
    var values = values(option);
    return values.isEmpty() ? null : values.getLast();
  }
}

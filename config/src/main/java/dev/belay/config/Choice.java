package dev.belay.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Enum values as users write them: lower case, and nothing but the listed ones. */
final class Choice {
  private Choice() {}

  static <E extends Enum<E>> Reading<E> read(Class<E> type, String text) {
    var values = type.getEnumConstants();
    for (var value : values) {
      if (show(value).equals(text)) {
        return new Reading.Good<>(value);
      }
    }
    return new Reading.Wrong<>(
        "expected one of "
            + Arrays.stream(values).map(Choice::show).collect(Collectors.joining(", ")));
  }

  static String show(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}

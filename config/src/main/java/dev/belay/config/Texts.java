package dev.belay.config;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list of short texts as users write it: a list in a file, with commas elsewhere. */
record Texts(List<String> all) {
  static final Texts NONE = new Texts(List.of());
  static final String COMMA = ",";

  Texts {
    all = List.copyOf(all);
  }

  /**
   * {@return the texts between the commas}
   *
   * @param fault says what is expected in place of one, or null if that is right
   */
  static Reading<Texts> read(String text, Function<String, @Nullable String> fault) {
    List<String> all = new ArrayList<>();
    for (var piece : text.split(COMMA, -1)) {
      var one = piece.strip();
      var wrong = fault.apply(one);
      if (wrong != null) {
        return new Reading.Wrong<>(wrong);
      }
      all.add(one);
    }
    return new Reading.Good<>(new Texts(all));
  }

  static String show(List<String> all) {
    return "[" + String.join(", ", all) + "]";
  }
}

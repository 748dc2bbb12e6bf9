package dev.belay.config;

import java.util.regex.Pattern;

/** Whole numbers as users write them. */
final class Count {
  private static final Pattern FORM = Pattern.compile("\\d{1,9}");

  private Count() {}

  static Reading<Integer> read(String text, int least, int most) {
    var stripped = text.strip();
    if (FORM.matcher(stripped).matches()) {
      var number = Integer.parseInt(stripped);
      if (number >= least && number <= most) {
        return new Reading.Good<>(number);
      }
    }
    return new Reading.Wrong<>("expected a number from " + least + " to " + most);
  }
}

package dev.belay.config;

import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A rate: {@code 100/1m} allows a burst of a hundred, refilled over a minute.
 *
 * @param count the number in {@code per}; 0 for no limit
 */
public record Rate(int count, Duration per) {
  /** No limit. */
  public static final Rate NONE = new Rate(0, Duration.ofSeconds(1));

  static final Codec<Rate> CODEC =
      Codec.<Rate>of(
              Rate::read,
              Rate::show,
              """
              {"type":["integer","string"],"minimum":0,"maximum":0,\
              "pattern":"^\\\\s*(0|\\\\d{1,7} ?/ ?.{1,40})\\\\s*$"}\
              """)
          .label("N/TIME");

  private static final Pattern FORM = Pattern.compile("(\\d{1,7}) ?/ ?(.{1,40})");
  private static final Pattern UNIT = Pattern.compile("ms|s|m|h");

  /** {@return whether there is no limit} */
  public boolean isNone() {
    return count == 0;
  }

  static Reading<Rate> read(String text) {
    var stripped = text.strip();
    if (stripped.equals("0")) {
      return new Reading.Good<>(NONE);
    }
    var form = FORM.matcher(stripped);
    if (form.matches() && Integer.parseInt(form.group(1)) > 0) {
      var per = form.group(2).strip();
      var span = DurationText.read(UNIT.matcher(per).matches() ? "1" + per : per);
      // No clock distinguishes events less than a nanosecond apart.
      if (span instanceof Reading.Good<Duration>(var time)
          && time.toNanos() >= Integer.parseInt(form.group(1))) {
        return new Reading.Good<>(new Rate(Integer.parseInt(form.group(1)), time));
      }
    }
    return new Reading.Wrong<>("expected a number in a time, such as 100/1m or 5/s (0 = no limit)");
  }

  static String show(Rate rate) {
    return rate.isNone() ? "0" : rate.count + "/" + DurationText.show(rate.per);
  }
}

package dev.belay.config;

import dev.belay.core.call.Seconds;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as users write them: seconds, or a number with {@code ms}, {@code s}, {@code m}, {@code
 * h} (C8).
 */
final class DurationText {
  private static final Pattern FORM =
      Pattern.compile(
          "([+-]?(?:\\d{1,30}(?:\\.\\d{0,30})?|\\.\\d{1,30})(?:[eE][+-]?\\d{1,3})?) ?(ms|s|m|h)?");
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,12}");
  private static final long LONGEST = Duration.ofDays(3652).toSeconds();

  private static final String SCHEMA =
      """
      {"type":["number","string"],"minimum":%s,"maximum":%s,"pattern":"^\\\\s*\\\\+?\
      (\\\\d{1,30}(\\\\.\\\\d{0,30})?|\\\\.\\\\d{1,30})([eE][+-]?\\\\d{1,3})? ?(ms|s|m|h)?\\\\s*$"}\
      """;

  static final Codec<Duration> CODEC =
      Codec.of(DurationText::read, DurationText::show, SCHEMA, 0, LONGEST)
          .unit("seconds")
          .label("S");

  /** {@return seconds up to a bound; {@code fault} is the message for longer ones} */
  static Codec<Duration> within(Duration most, String fault) {
    return Codec.of(
            text ->
                read(text) instanceof Reading.Good<Duration> good
                        && good.value().compareTo(most) <= 0
                    ? good
                    : new Reading.Wrong<>(fault),
            DurationText::show,
            SCHEMA,
            0,
            most.toSeconds())
        .unit(CODEC.unit());
  }

  /** {@return seconds between two bounds} */
  static Codec<Duration> between(Duration least, Duration most) {
    return Codec.of(
            text -> {
              var read = read(text);
              boolean isWithin =
                  read instanceof Reading.Good<Duration>(Duration value)
                      && value.compareTo(least) >= 0
                      && value.compareTo(most) <= 0;
              return isWithin
                  ? read
                  : new Reading.Wrong<>(
                      "expected " + show(least) + " to " + show(most) + " seconds");
            },
            DurationText::show,
            SCHEMA,
            least.toSeconds(),
            most.toSeconds())
        .unit(CODEC.unit());
  }

  /** Milliseconds, as in S1-37 and S1-38. */
  static final Codec<Duration> MILLIS =
      Codec.of(
              DurationText::millis,
              span -> Long.toString(span.toMillis()),
              """
              {"type":["integer","string"],"minimum":0,"pattern":"^\\\\s*\\\\d{1,12}\\\\s*$"}\
              """)
          .unit("milliseconds");

  private DurationText() {}

  /**
   * {@return the duration; a negative one is zero with a remark (S0-32), one of over ten years
   * invalid}
   */
  static Reading<Duration> read(String text) {
    // As most are, and without BigDecimal, whose class takes 7 ms of a start.
    if (WHOLE.matcher(text).matches()) {
      long whole = Long.parseLong(text);
      if (whole >= 0 && whole <= LONGEST) {
        return new Reading.Good<>(Duration.ofSeconds(whole));
      }
    }
    var form = FORM.matcher(text.strip());
    if (!form.matches()) {
      return new Reading.Wrong<>("expected seconds, such as 30, 0.5 or 5m");
    }
    var seconds = new BigDecimal(form.group(1)).multiply(secondsIn(form.group(2)));
    if (seconds.abs().compareTo(BigDecimal.valueOf(LONGEST)) > 0) {
      return new Reading.Wrong<>("expected at most ten years (0 = none)");
    }
    if (seconds.signum() < 0) {
      return new Reading.Odd<>(Duration.ZERO, "is negative and taken as 0, which means none");
    }
    // Rounded up: zero means none, and a tiny limit must not turn into no limit.
    var nanos = seconds.movePointRight(9).setScale(0, RoundingMode.CEILING);
    return new Reading.Good<>(Duration.ofNanos(nanos.longValueExact()));
  }

  private static Reading<Duration> millis(String text) {
    if (!WHOLE.matcher(text.strip()).matches()) {
      return new Reading.Wrong<>("expected milliseconds, such as 120000 (0 = none)");
    }
    long millis = Long.parseLong(text.strip());
    return millis < 0
        ? new Reading.Odd<>(Duration.ZERO, "is negative and taken as 0, which means none")
        : new Reading.Good<>(Duration.ofMillis(millis));
  }

  private static BigDecimal secondsIn(@Nullable String unit) {
    return switch (unit) {
      case "ms" -> new BigDecimal("0.001");
      case "m" -> BigDecimal.valueOf(60);
      case "h" -> BigDecimal.valueOf(3600);
      case null, default -> BigDecimal.ONE;
    };
  }

  /** {@return the duration in seconds as a user would write it, {@code 0} if there is none} */
  static String show(Duration duration) {
    return Seconds.text(duration);
  }
}

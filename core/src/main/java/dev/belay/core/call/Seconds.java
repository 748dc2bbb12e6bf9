package dev.belay.core.call;

import java.time.Duration;

/** Formats durations for messages: seconds, as configured, without trailing zeros. */
public final class Seconds {
  private static final int DIGITS = 9;

  private Seconds() {}

  /**
   * {@return a text such as {@code 120} or {@code 0.5}: never {@code 0} for a limit below a second
   * (C8)}
   */
  // Not by BigDecimal, whose class takes 7 ms of a start to compute the powers that it keeps.
  public static String text(Duration duration) {
    if (duration.isNegative()) {
      return "-" + text(duration.negated());
    }
    var whole = Long.toString(duration.getSeconds());
    int nanos = duration.getNano();
    if (nanos == 0) {
      return whole;
    }
    var fraction = Integer.toString(nanos);
    var digits = "0".repeat(DIGITS - fraction.length()) + fraction;
    int end = DIGITS;
    while (digits.charAt(end - 1) == '0') {
      end--;
    }
    return whole + "." + digits.substring(0, end);
  }
}

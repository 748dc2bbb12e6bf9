package dev.belay.core.call;

import java.math.BigDecimal;
import java.time.Duration;

/** Formats durations for messages: seconds, as configured, without trailing zeros. */
public final class Seconds {
  private Seconds() {}

  /**
   * {@return a text such as {@code 120} or {@code 0.5}: never {@code 0} for a limit below a second
   * (C8)}
   */
  public static String text(Duration duration) {
    return BigDecimal.valueOf(duration.getSeconds())
        .add(BigDecimal.valueOf(duration.getNano(), 9))
        .stripTrailingZeros()
        .toPlainString();
  }
}

package dev.belay.observe.health;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Rounds figures for readers. */
final class Rounded {
  private Rounded() {}

  static double to(double value, int digits) {
    return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).doubleValue();
  }
}

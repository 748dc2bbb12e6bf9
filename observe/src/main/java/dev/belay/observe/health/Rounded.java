package dev.belay.observe.health;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Figures with as many digits as somebody looks at. */
final class Rounded {
  private Rounded() {}

  static double to(double value, int digits) {
    return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).doubleValue();
  }
}

package dev.belay.gateway.relay;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * The progress value of one token, which must strictly increase whoever sets it. Not thread-safe.
 */
final class RisingValue {
  /** So small that it never overtakes an upstream's own next step. */
  private static final BigDecimal STEP = new BigDecimal("0.001");

  /** Beyond this a number is not taken at its word: adding to it could fill the memory. */
  private static final int LONGEST = 40;

  private BigDecimal last = BigDecimal.ZERO;
  private boolean used;

  /**
   * Moves to an upstream's value, where that is higher.
   *
   * @return the value to send in its place, or null if it can go as it is
   */
  @Nullable String raiseTo(@Nullable String literal) {
    var wanted = sane(literal);
    if (wanted != null && (!used || wanted.compareTo(last) > 0)) {
      last = wanted;
      used = true;
      return null;
    }
    return raise();
  }

  /** {@return the next value, a little above the last} */
  String raise() {
    used = true;
    last = last.add(STEP);
    return last.toPlainString();
  }

  private static @Nullable BigDecimal sane(@Nullable String literal) {
    if (literal == null || literal.length() > LONGEST) {
      return null;
    }
    try {
      var value = new BigDecimal(literal);
      return Math.abs((long) value.scale()) > LONGEST ? null : value;
    } catch (NumberFormatException _) {
      // A JSON number all the same, with an exponent beyond what an int holds.
      return null;
    }
  }
}

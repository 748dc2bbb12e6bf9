package dev.belay.tools.bind;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads whole numbers within a range; 1.0 is one too (JSON Schema 2020-12 §6.1.1).
 *
 * @param min the least; null if there is none
 * @param max the greatest; null if there is none
 */
record WholeReader(
    @Nullable BigInteger min, @Nullable BigInteger max, Function<BigInteger, Object> narrow)
    implements ValueReader {
  /** As many digits as a number without bounds may have: more would take long to work out. */
  private static final int DIGITS = 10_000;

  static WholeReader between(long min, long max, Function<BigInteger, Object> narrow) {
    return new WholeReader(BigInteger.valueOf(min), BigInteger.valueOf(max), narrow);
  }

  @Override
  public Object read(JsonNode json) {
    if (!json.isNumber()) {
      throw mismatch(json);
    }
    BigInteger number;
    try {
      number = json.isIntegralNumber() ? json.bigIntegerValue() : whole(json.decimalValue());
    } catch (ArithmeticException | tools.jackson.core.JacksonException e) {
      throw ArgumentMismatchException.of(expected(), json, e);
    }
    if (isOutside(number)) {
      throw mismatch(json);
    }
    return narrow.apply(number);
  }

  @Override
  public DefaultValue defaultOf(String text) {
    try {
      var number = whole(new BigDecimal(text.strip()));
      if (!isOutside(number)) {
        return DefaultValue.ofScalar(number.toString(), narrow.apply(number));
      }
    } catch (ArithmeticException | NumberFormatException _) {
      // Told like a number that is too great.
    }
    throw new IllegalArgumentException("expected " + expected());
  }

  private static BigInteger whole(BigDecimal number) {
    if (Math.abs((long) number.precision() - number.scale()) > DIGITS) {
      throw new ArithmeticException("more than " + DIGITS + " digits");
    }
    return number.toBigIntegerExact();
  }

  private boolean isOutside(BigInteger number) {
    return (min != null && number.compareTo(min) < 0) || (max != null && number.compareTo(max) > 0);
  }

  private ArgumentMismatchException mismatch(JsonNode json) {
    return ArgumentMismatchException.of(expected(), json);
  }

  private String expected() {
    return min == null ? "a whole number" : "a whole number from " + min + " to " + max;
  }
}

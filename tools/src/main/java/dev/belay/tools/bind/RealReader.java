package dev.belay.tools.bind;

import java.math.BigDecimal;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Reads numbers with fractions; one that is too great is refused, and not made infinite. */
record RealReader(Function<JsonNode, Number> read, Function<BigDecimal, Number> narrow)
    implements ValueReader {
  private static final String EXPECTED = "a number";

  @Override
  public Object read(JsonNode json) {
    if (!json.isNumber()) {
      throw ArgumentMismatchException.of(EXPECTED, json);
    }
    try {
      var number = read.apply(json);
      if (isInfinite(number)) {
        throw ArgumentMismatchException.of("a smaller number", json);
      }
      return number;
    } catch (JacksonException e) {
      throw ArgumentMismatchException.of("a smaller number", json, e);
    }
  }

  @Override
  public DefaultValue defaultOf(String text) {
    BigDecimal number;
    try {
      number = new BigDecimal(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("expected " + EXPECTED, e);
    }
    var narrowed = narrow.apply(number);
    if (isInfinite(narrowed)) {
      throw new IllegalArgumentException("expected a smaller number");
    }
    return DefaultValue.ofScalar(number.toString(), narrowed);
  }

  private static boolean isInfinite(Number number) {
    return !(number instanceof BigDecimal) && Double.isInfinite(number.doubleValue());
  }
}

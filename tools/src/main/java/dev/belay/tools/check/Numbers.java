package dev.belay.tools.check;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Finds numbers like 1e999999999, whose digits would fill memory, and writes those like 1e30, which
 * are integers, as such.
 */
final class Numbers {
  private static final int MOST_DIGITS = 1_000;
  private static final int DIGITS_OF_LONG = 18;

  private Numbers() {}

  /** {@return the first number in {@code value} that is too long; null if there is none} */
  static @Nullable String tame(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> {
        for (var entry : object.properties()) {
          var found = tame(entry.getValue());
          if (found != null) {
            yield found;
          }
          if (isLongInteger(entry.getValue())) {
            entry.setValue(integer(entry.getValue()));
          }
        }
        yield null;
      }
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          var found = tame(array.get(i));
          if (found != null) {
            yield found;
          }
          if (isLongInteger(array.get(i))) {
            array.set(i, integer(array.get(i)));
          }
        }
        yield null;
      }
      default ->
          value.isBigDecimal() && Math.abs((long) value.decimalValue().scale()) > MOST_DIGITS
              ? value.toString()
              : null;
    };
  }

  private static boolean isLongInteger(JsonNode value) {
    if (!value.isBigDecimal()) {
      return false;
    }
    var decimal = value.decimalValue();
    return decimal.scale() < 0
        || (decimal.precision() - decimal.scale() > DIGITS_OF_LONG
            && decimal.stripTrailingZeros().scale() <= 0);
  }

  private static JsonNode integer(JsonNode value) {
    BigDecimal decimal = value.decimalValue();
    return BigIntegerNode.valueOf(decimal.toBigIntegerExact());
  }
}

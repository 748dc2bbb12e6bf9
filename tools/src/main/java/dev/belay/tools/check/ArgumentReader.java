package dev.belay.tools.check;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.BigIntegerNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads arguments within bounds, so that a caller cannot exhaust memory with a tree. */
final class ArgumentReader {
  /** Longer numbers have no meaning in practice and take long to read. */
  private static final int LONGEST_NUMBER = 1_000;

  /** The smallest size of a value: a digit and a comma. */
  private static final int LEAST_BYTES = 2;

  private static final ObjectReader READER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNumberLength(LONGEST_NUMBER)
                          .maxStringLength(Integer.MAX_VALUE)
                          .maxNestingDepth(ArgumentBounds.DEFAULTS.depth())
                          .build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build()
          .reader();

  private final ArgumentBounds bounds;

  ArgumentReader(ArgumentBounds bounds) {
    this.bounds = bounds;
  }

  sealed interface Reading {}

  record Read(ObjectNode arguments) implements Reading {}

  record Unreadable(Violation why) implements Reading {}

  Reading read(byte[] json) {
    if (json.length > bounds.bytes()) {
      return unreadable(
          "the arguments have %,d bytes, and at most %,d are taken. Send less, or say where it is."
              .formatted(json.length, bounds.bytes()));
    }
    try {
      if (hasTooMany(json)) {
        return unreadable(
            "the arguments have more than %,d values. Send fewer, or say where they are."
                .formatted(bounds.values()));
      }
      if (READER.readTree(json) instanceof ObjectNode object) {
        var number = Numbers.tame(object);
        return number == null
            ? new Read(object)
            : unreadable("a number has too many digits: " + Shown.cut(number));
      }
      return unreadable("arguments must be a JSON object, such as {\"name\": \"value\"}");
    } catch (StreamConstraintsException e) {
      return unreadable(tooMuch(e));
    } catch (JacksonException e) {
      return unreadable("arguments must be a JSON object: " + e.getOriginalMessage());
    }
  }

  /** Counts before a tree is built, whose values take many times their bytes. */
  private boolean hasTooMany(byte[] json) {
    if (json.length / LEAST_BYTES <= bounds.values()) {
      return false;
    }
    try (var parser = READER.createParser(json)) {
      // The object itself does not count.
      int values = -1;
      for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if ((token.isScalarValue() || token.isStructStart()) && ++values > bounds.values()) {
          return true;
        }
      }
      return false;
    }
  }

  private String tooMuch(StreamConstraintsException e) {
    return e.getOriginalMessage().contains("depth")
        ? "objects and lists are nested more than "
            + bounds.depth()
            + " deep. Send a flatter structure."
        : "a number has more than " + LONGEST_NUMBER + " digits";
  }

  private static Unreadable unreadable(String why) {
    return new Unreadable(new Violation("", why));
  }

  /**
   * Finds numbers such as 1e999999999, whose digits would fill memory, and rewrites integers such
   * as 1e30 without an exponent.
   */
  static final class Numbers {
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
}

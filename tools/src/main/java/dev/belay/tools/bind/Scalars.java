package dev.belay.tools.bind;

import dev.belay.mcp.envelope.JsonString;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Reads types whose JSON is one string, number or boolean.
 *
 * <p>Looked up by name and made on request: a table of all of them would be some forty lambdas, of
 * which a server's start needs two or three.
 */
final class Scalars {
  private Scalars() {}

  static Optional<ValueReader> of(Class<?> type) {
    return Optional.ofNullable(
        switch (type.getName()) {
          case "java.lang.String" -> new WrittenReader("a string", text -> text);
          case "char", "java.lang.Character" ->
              new WrittenReader("a string of one character", Scalars::character);
          case "boolean", "java.lang.Boolean" -> new TruthReader();
          default -> number(type.getName());
        });
  }

  private static @Nullable ValueReader number(String type) {
    return switch (type) {
      case "int", "java.lang.Integer" ->
          WholeReader.between(Integer.MIN_VALUE, Integer.MAX_VALUE, number -> number.intValue());
      case "long", "java.lang.Long" ->
          WholeReader.between(Long.MIN_VALUE, Long.MAX_VALUE, number -> number.longValue());
      case "short", "java.lang.Short" ->
          WholeReader.between(Short.MIN_VALUE, Short.MAX_VALUE, number -> number.shortValue());
      case "byte", "java.lang.Byte" ->
          WholeReader.between(Byte.MIN_VALUE, Byte.MAX_VALUE, number -> number.byteValue());
      case "java.math.BigInteger" -> new WholeReader(null, null, number -> number);
      case "double", "java.lang.Double" ->
          new RealReader(JsonNode::doubleValue, BigDecimal::doubleValue);
      case "float", "java.lang.Float" ->
          new RealReader(json -> (float) json.doubleValue(), BigDecimal::floatValue);
      case "java.math.BigDecimal" -> new RealReader(JsonNode::decimalValue, number -> number);
      default -> named(type);
    };
  }

  private static @Nullable ValueReader named(String type) {
    return switch (type) {
      case "java.net.URI" -> new WrittenReader("a URI such as https://example.org/a", URI::create);
      case "java.nio.file.Path" -> new WrittenReader("a path", Path::of);
      case "java.util.UUID" -> new WrittenReader("a UUID", UUID::fromString);
      case "java.util.Locale" ->
          new WrittenReader(
              "a language tag such as en-GB",
              text -> new Locale.Builder().setLanguageTag(text).build());
      default -> time(type);
    };
  }

  private static @Nullable ValueReader time(String type) {
    return switch (type) {
      case "java.time.Instant" ->
          new WrittenReader("a time such as 2026-01-31T12:30:00Z", Instant::parse);
      case "java.time.LocalDate" ->
          new WrittenReader("a date such as 2026-01-31", LocalDate::parse);
      case "java.time.LocalTime" ->
          new WrittenReader("a time of day such as 12:30:00", LocalTime::parse);
      case "java.time.LocalDateTime" ->
          new WrittenReader("a local time such as 2026-01-31T12:30:00", LocalDateTime::parse);
      case "java.time.OffsetDateTime" ->
          new WrittenReader("a time such as 2026-01-31T12:30:00+01:00", OffsetDateTime::parse);
      case "java.time.OffsetTime" ->
          new WrittenReader("a time of day such as 12:30:00+01:00", OffsetTime::parse);
      case "java.time.ZonedDateTime" ->
          new WrittenReader(
              "a time such as 2026-01-31T12:30:00+01:00[Europe/Berlin]", ZonedDateTime::parse);
      case "java.time.Duration" -> new WrittenReader("a duration such as PT1H30M", Duration::parse);
      case "java.time.Period" -> new WrittenReader("a period such as P1Y2M", Period::parse);
      case "java.time.YearMonth" -> new WrittenReader("a month such as 2026-01", YearMonth::parse);
      case "java.time.MonthDay" -> new WrittenReader("a day such as --01-31", MonthDay::parse);
      case "java.time.Year" -> new WrittenReader("a year such as 2026", Year::parse);
      case "java.time.ZoneId" -> new WrittenReader("a time zone such as Europe/Berlin", ZoneId::of);
      case "java.time.ZoneOffset" ->
          new WrittenReader("a time zone offset such as +02:00", ZoneOffset::of);
      default -> null;
    };
  }

  private static Object character(String text) {
    if (text.length() != 1) {
      throw new IllegalArgumentException("expected one character");
    }
    return text.charAt(0);
  }

  /** Reads booleans. */
  record TruthReader() implements ValueReader {
    @Override
    public Object read(JsonNode json) {
      if (!json.isBoolean()) {
        throw ArgumentMismatchException.of("true or false", json);
      }
      return json.booleanValue();
    }

    @Override
    public DefaultValue defaultOf(String text) {
      return switch (text.strip()) {
        case "true" -> DefaultValue.ofScalar("true", true);
        case "false" -> DefaultValue.ofScalar("false", false);
        default -> throw new IllegalArgumentException("expected true or false");
      };
    }
  }

  /** Reads JSON strings: texts and types with a textual form. */
  record WrittenReader(String expected, Function<String, Object> parse) implements ValueReader {
    @Override
    public Object read(JsonNode json) {
      if (!json.isString()) {
        throw ArgumentMismatchException.of(expected, json);
      }
      try {
        return parse.apply(json.stringValue());
      } catch (IllegalArgumentException | DateTimeException | IllformedLocaleException e) {
        throw ArgumentMismatchException.of(expected, json, e);
      }
    }

    @Override
    public DefaultValue defaultOf(String text) {
      if (DefaultValue.isQuoted(text)) {
        return DefaultValue.ofJson(text, this);
      }
      try {
        return DefaultValue.ofScalar(JsonString.quote(text), parse.apply(text));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
    }
  }

  /** Reads floating-point numbers; one out of range is refused rather than read as infinity. */
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

  /**
   * Reads whole numbers within a range; 1.0 is a whole number too (JSON Schema 2020-12 §6.1.1).
   *
   * @param min the least; null if there is none
   * @param max the greatest; null if there is none
   */
  record WholeReader(
      @Nullable BigInteger min, @Nullable BigInteger max, Function<BigInteger, Object> narrow)
      implements ValueReader {
    /** The most digits of an unbounded number: longer ones take long to compute. */
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
        // Reported like a number out of range.
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
      return (min != null && number.compareTo(min) < 0)
          || (max != null && number.compareTo(max) > 0);
    }

    private ArgumentMismatchException mismatch(JsonNode json) {
      return ArgumentMismatchException.of(expected(), json);
    }

    private String expected() {
      return min == null ? "a whole number" : "a whole number from " + min + " to " + max;
    }
  }
}

package dev.belay.tools.bind;

import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Path;
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
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The types that are one JSON string, number or truth, and how each is read.
 *
 * <p>By name, and made when asked for: a table of all of them would be some forty lambdas, of which
 * a server's start needs two or three.
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
}

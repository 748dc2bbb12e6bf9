package dev.belay.tools.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.Date;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON of the plain Java classes (S4-43, S4-44). */
final class PlainType {
  private static final String TIME = "[0-9]{2}:[0-9]{2}(:[0-9]{2}([.][0-9]{1,9})?)?";

  private static final Map<Class<?>, String> INTEGERS =
      Map.of(
          int.class,
          "int",
          Integer.class,
          "int",
          long.class,
          "long",
          Long.class,
          "long",
          short.class,
          "short",
          Short.class,
          "short",
          byte.class,
          "byte",
          Byte.class,
          "byte",
          BigInteger.class,
          "",
          Year.class,
          "");

  /** Formats of types written as strings; empty for a string of any form. */
  private static final Map<Class<?>, String> STRINGS =
      Map.ofEntries(
          Map.entry(String.class, ""),
          Map.entry(CharSequence.class, ""),
          Map.entry(Path.class, ""),
          Map.entry(ZoneId.class, ""),
          Map.entry(Locale.class, ""),
          Map.entry(Charset.class, ""),
          Map.entry(Currency.class, ""),
          Map.entry(URI.class, "uri"),
          Map.entry(URL.class, "uri"),
          Map.entry(UUID.class, "uuid"),
          Map.entry(LocalDate.class, "date"),
          Map.entry(OffsetTime.class, "time"),
          Map.entry(Instant.class, "date-time"),
          Map.entry(Date.class, "date-time"),
          Map.entry(OffsetDateTime.class, "date-time"),
          Map.entry(ZonedDateTime.class, "date-time"),
          Map.entry(Duration.class, "duration"),
          Map.entry(Period.class, "duration"));

  /** Patterns of types without a format in JSON Schema, since they have no offset from UTC. */
  private static final Map<Class<?>, String> PATTERNS =
      Map.of(
          LocalTime.class, "^" + TIME + "$",
          LocalDateTime.class, "^[0-9]{4}-[0-9]{2}-[0-9]{2}T" + TIME + "$",
          YearMonth.class, "^[0-9]{4}-[0-9]{2}$");

  private PlainType() {}

  /**
   * Writes the schema of {@code type} and returns true, or returns false if it is not a plain type.
   */
  static boolean write(Class<?> type, ObjectNode schema, boolean strict) {
    var integer = INTEGERS.get(type);
    var string = STRINGS.get(type);
    var pattern = PATTERNS.get(type);
    if (integer != null) {
      schema.put("type", "integer");
      if (strict) {
        range(integer, schema);
      }
    } else if (string != null) {
      schema.put("type", "string");
      if (!string.isEmpty()) {
        schema.put("format", string);
      }
    } else if (pattern != null) {
      schema.put("type", "string").put("pattern", pattern);
    } else if (type == boolean.class || type == Boolean.class) {
      schema.put("type", "boolean");
    } else if (type == double.class
        || type == float.class
        || type == BigDecimal.class
        || Number.class.isAssignableFrom(type)) {
      schema.put("type", "number");
    } else if (type == char.class || type == Character.class) {
      schema.put("type", "string").put("minLength", 1).put("maxLength", 1);
    } else if (type == byte[].class) {
      schema.put("type", "string").put("contentEncoding", "base64");
    } else if (type == ObjectNode.class) {
      schema.put("type", "object");
    } else if (type == ArrayNode.class) {
      schema.put("type", "array").putObject("items");
    } else {
      return Path.class.isAssignableFrom(type) && putString(schema);
    }
    return true;
  }

  private static boolean putString(ObjectNode schema) {
    schema.put("type", "string");
    return true;
  }

  private static void range(String type, ObjectNode schema) {
    switch (type) {
      case "int" -> schema.put("minimum", Integer.MIN_VALUE).put("maximum", Integer.MAX_VALUE);
      case "long" -> schema.put("minimum", Long.MIN_VALUE).put("maximum", Long.MAX_VALUE);
      case "short" ->
          schema.put("minimum", (int) Short.MIN_VALUE).put("maximum", (int) Short.MAX_VALUE);
      case "byte" ->
          schema.put("minimum", (int) Byte.MIN_VALUE).put("maximum", (int) Byte.MAX_VALUE);
      default -> {}
    }
  }
}

package dev.belay.tools.check;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Shortens actual and expected values for messages. */
final class Shown {
  private static final int LONGEST = 80;

  private Shown() {}

  /** {@return a value as JSON, cut} */
  static String value(JsonNode value) {
    if (value.isString()) {
      var text = value.asString();
      return "\"" + cut(text) + "\"";
    }
    if (value.isObject() || value.isArray()) {
      int size = value.size();
      return (value.isObject() ? "an object" : "a list")
          + " of "
          + size
          + (size == 1 ? " entry" : " entries");
    }
    return cut(value.toString());
  }

  /** {@return the beginning of a text, and the number of characters left out} */
  static String cut(String text) {
    if (text.length() <= LONGEST) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
    return text.substring(0, end) + "… (%,d more characters)".formatted(text.length() - end);
  }

  /** {@return the expectation of a schema in a few words} */
  static String expected(JsonNode schema) {
    var values = schema.path("enum");
    if (values.isArray()) {
      return "one of "
          + values.valueStream().map(JsonNode::toString).collect(Collectors.joining(", "));
    }
    var format = schema.path("format").asString("");
    return format.isEmpty() ? type(schema.path("type")) : format(format);
  }

  /** {@return the value of the keyword {@code type} as a noun} */
  static String type(JsonNode type) {
    if (type.isArray()) {
      return type.valueStream().map(Shown::type).collect(Collectors.joining(" or "));
    }
    var name = type.asString("");
    return switch (name) {
      case "" -> "a value";
      case "array" -> "a list";
      case "integer" -> "an integer";
      case "object" -> "an object";
      case "boolean" -> "true or false";
      case "null" -> "null";
      default -> "a " + name;
    };
  }

  /** {@return the value of the keyword {@code format} as a noun with an example} */
  static String format(String format) {
    return switch (format) {
      case "date" -> "a date such as 2026-07-28";
      case "time" -> "a time with its offset such as 14:30:00Z";
      case "date-time" -> "a time with date and offset such as 2026-07-28T14:30:00Z";
      case "duration" -> "a duration such as PT1H30M";
      case "uri" -> "a URI such as https://example.org/page";
      case "uuid" -> "a UUID such as 123e4567-e89b-12d3-a456-426614174000";
      case "email" -> "an e-mail address";
      default -> "a string in the format " + format;
    };
  }
}

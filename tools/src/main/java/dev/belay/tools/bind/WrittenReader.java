package dev.belay.tools.bind;

import dev.belay.mcp.envelope.JsonString;
import java.time.DateTimeException;
import java.util.IllformedLocaleException;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/** Reads what is a string in JSON: texts, and all that is written as one. */
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

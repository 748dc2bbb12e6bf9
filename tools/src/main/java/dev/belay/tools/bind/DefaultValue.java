package dev.belay.tools.bind;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What an argument is when it is not given.
 *
 * @param json as it stands in the schema
 * @param value gives it, anew for each call where it could be changed
 */
public record DefaultValue(String json, Supplier<@Nullable Object> value) {
  static DefaultValue ofScalar(String json, Object value) {
    return new DefaultValue(json, () -> value);
  }

  /** {@return whether a text is written as JSON's strings are, and not plainly} */
  static boolean isQuoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
  }

  /** The one way by which databind is loaded when tools are declared, for no one else needs it. */
  static DefaultValue ofJson(String text, ValueReader reader) {
    try {
      var tree =
          JsonMapper.builder()
              .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
              .build()
              .readTree(text);
      Supplier<@Nullable Object> value = () -> reader.read(tree);
      var _ = value.get();
      return new DefaultValue(tree.toString(), value);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("it is no JSON: " + e.getOriginalMessage(), e);
    }
  }
}

package dev.belay.tools.bind;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Value of an argument that the caller leaves out.
 *
 * @param json the value as listed in the schema
 * @param value supplies the value, a new one for each call if it is mutable
 */
public record DefaultValue(String json, Supplier<@Nullable Object> value) {
  static DefaultValue ofScalar(String json, Object value) {
    return new DefaultValue(json, () -> value);
  }

  /** {@return whether a text is written as a JSON string rather than plainly} */
  static boolean isQuoted(String text) {
    return text.length() > 1 && text.startsWith("\"") && text.endsWith("\"");
  }

  /** The only path by which declaring tools loads databind. */
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

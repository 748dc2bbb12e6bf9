package dev.belay.agent.history;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Arguments of calls as written by a model.
 *
 * <p>Anthropic accepts only an object; OpenAI accepts any text, but compatible servers parse it.
 * Unreadable arguments are wrapped in an object, which shows the model what it wrote.
 */
final class Arguments {
  /** The field that holds unreadable arguments. */
  static final String UNREADABLE = "unreadable_arguments";

  private static final int SHOWN = 2_000;

  /** Keeps the digits of numbers. */
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Arguments() {}

  /** {@return the input if it is a JSON object, otherwise an object that holds it} */
  static String object(String input) {
    var read = read(input);
    if (read == null) {
      var shown = input.length() <= SHOWN ? input : input.substring(0, SHOWN);
      return JSON.createObjectNode().put(UNREADABLE, Words.whole(shown)).toString();
    }
    // Unpaired surrogates may occur verbatim or escaped.
    var written = read.toString();
    var whole = Words.whole(written);
    return whole.equals(written) && Words.whole(input).equals(input) ? input : whole;
  }

  /** {@return {@link #object} as a tree} */
  static JsonNode tree(String input) {
    return JSON.readTree(object(input));
  }

  private static @Nullable JsonNode read(String input) {
    try {
      return JSON.readTree(input) instanceof ObjectNode object ? object : null;
    } catch (JacksonException _) {
      return null;
    }
  }
}

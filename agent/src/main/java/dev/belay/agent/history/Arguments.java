package dev.belay.agent.history;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Arguments of calls, as a model wrote them.
 *
 * <p>Anthropic takes nothing but an object; OpenAI takes any text, but those who build compatible
 * servers parse it. A model that wrote half an object is shown what it wrote.
 */
final class Arguments {
  /** The one field of what stands in place of arguments that are none. */
  static final String UNREADABLE = "unreadable_arguments";

  private static final int SHOWN = 2_000;

  /** Numbers keep their digits. */
  static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Arguments() {}

  /** {@return the same where it is a JSON object, otherwise an object that tells it} */
  static String object(String input) {
    var read = read(input);
    if (read == null) {
      var shown = input.length() <= SHOWN ? input : input.substring(0, SHOWN);
      return JSON.createObjectNode().put(UNREADABLE, Words.whole(shown)).toString();
    }
    // Halves of characters may be there as they are, or escaped.
    var written = read.toString();
    var whole = Words.whole(written);
    return whole.equals(written) && Words.whole(input).equals(input) ? input : whole;
  }

  /** {@return the same as a tree} */
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

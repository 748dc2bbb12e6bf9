package dev.belay.agent.model.provider;

import dev.belay.agent.model.Model.Prompt;
import dev.belay.config.ModelSettings;
import java.io.ByteArrayOutputStream;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A provider's API: what a request looks like, and how its stream becomes a message. */
sealed interface ProviderApi permits AnthropicApi, OpenAiApi, OllamaApi {
  /** Keeps the digits of numbers. */
  JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  /** {@return the display name} */
  String title();

  /** {@return the default base URL} */
  String home();

  /** {@return the path of requests below the base URL} */
  String path();

  /** {@return the name of the header that carries the key} */
  default String keyHeader() {
    return "Authorization";
  }

  /** {@return the value of that header} */
  default String keyValue(String key) {
    return "Bearer " + key;
  }

  /** {@return the body of a request, which asks for a stream} */
  ObjectNode request(ModelSettings settings, Prompt prompt);

  /** {@return a reader of one stream of events} */
  Events events(MessageBuilder message);

  /** {@return whether events are lines of JSON, instead of server-sent events} */
  default boolean isLines() {
    return false;
  }

  /** {@return advice if the provider cannot be reached} */
  default String ifUnreachable(ModelSettings settings) {
    return "Check the network, and models." + settings.name() + ".base_url if it is set.";
  }

  /** {@return advice if the provider does not know the model} */
  String ifUnknown(ModelSettings settings);

  /** Adds the events of one stream to a message. Confined to one thread. */
  interface Events {
    /**
     * Reads the data of one event.
     *
     * @throws JacksonException if it is not JSON
     */
    void read(String data);

    /** Handles the end of the stream. */
    default void end() {}

    /** {@return the event as JSON} */
    static JsonNode json(String data) {
      return JSON.readTree(data);
    }
  }

  /** Cuts a stream into lines of bounded length. Confined to one thread. */
  final class Lines {
    private final int longest;
    private final Consumer<byte[]> onLine;
    private final Runnable onOversized;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    Lines(int longest, Consumer<byte[]> onLine, Runnable onOversized) {
      this.longest = longest;
      this.onLine = onLine;
      this.onOversized = onOversized;
    }

    /** Takes the next {@code count} bytes. */
    void feed(byte[] bytes, int count) {
      for (int i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
          end();
        } else if (line.size() < longest) {
          line.write(bytes[i]);
        } else {
          onOversized.run();
          return;
        }
      }
    }

    /** Ends the last line. */
    void end() {
      var whole = line.toByteArray();
      line.reset();
      onLine.accept(whole);
    }
  }
}

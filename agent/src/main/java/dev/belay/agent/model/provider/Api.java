package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import dev.belay.mcp.envelope.JsonObject;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import java.util.function.UnaryOperator;

/** What is different about each provider's API. */
sealed interface Api permits AnthropicApi, OpenAiApi, OllamaApi {
  /** What LangChain4j is told the key is: it never sees the real one. */
  String NO_KEY = "-";

  /** {@return what people call it} */
  String title();

  /** {@return where it is asked, unless told otherwise} */
  String home();

  /** {@return LangChain4j's model, whose requests all go over {@code wire}} */
  StreamingChatModel model(ModelSettings settings, String baseUrl, HttpClientBuilder wire);

  /** {@return the name of the header that carries the key} */
  default String keyHeader() {
    return "Authorization";
  }

  /** {@return the value of that header} */
  default String keyValue(String key) {
    return "Bearer " + key;
  }

  /** Puts the schema of a tool's arguments where this API has it. */
  default void putSchema(JsonObject tool, byte[] schema) {
    var _ = tool.open("function").set("parameters", schema);
  }

  /** {@return what makes the events of one stream fit for LangChain4j} */
  default UnaryOperator<String> mending() {
    return UnaryOperator.identity();
  }

  /** {@return what a person can do if nobody answers} */
  String ifUnreachable(ModelSettings settings);

  /** {@return what a person can do if it does not know the model} */
  String ifUnknown(ModelSettings settings);
}

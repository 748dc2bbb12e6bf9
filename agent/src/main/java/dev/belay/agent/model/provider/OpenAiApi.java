package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.function.UnaryOperator;

/** OpenAI's Chat Completions API, and the many servers that speak like it. */
record OpenAiApi() implements Api {
  @Override
  public String title() {
    return "OpenAI";
  }

  @Override
  public String home() {
    return "https://api.openai.com/v1";
  }

  @Override
  public StreamingChatModel model(ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
    var builder =
        OpenAiStreamingChatModel.builder()
            .httpClientBuilder(wire)
            .baseUrl(baseUrl)
            .apiKey(NO_KEY)
            .modelName(settings.model());
    // OpenAI's newer models refuse max_tokens; other servers know nothing else.
    return settings.baseUrl() == null
        ? builder.maxCompletionTokens(settings.maxTokens()).build()
        : builder.maxTokens(settings.maxTokens()).build();
  }

  @Override
  public UnaryOperator<String> mending() {
    return new WholeCalls();
  }

  @Override
  public String ifUnreachable(ModelSettings settings) {
    return "Check the network, and models." + settings.name() + ".base_url if it is set.";
  }

  @Override
  public String ifUnknown(ModelSettings settings) {
    return "Check models." + settings.name() + ".model and .base_url, which ends in /v1 mostly.";
  }
}

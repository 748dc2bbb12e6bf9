package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import dev.belay.mcp.envelope.JsonObject;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;

/** Anthropic's Messages API. */
record AnthropicApi() implements Api {
  @Override
  public String title() {
    return "Anthropic";
  }

  @Override
  public String home() {
    return "https://api.anthropic.com/v1";
  }

  @Override
  public StreamingChatModel model(ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
    return AnthropicStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(baseUrl)
        .apiKey(NO_KEY)
        .modelName(settings.model())
        .maxTokens(settings.maxTokens())
        .build();
  }

  @Override
  public String keyHeader() {
    return "x-api-key";
  }

  @Override
  public String keyValue(String key) {
    return key;
  }

  @Override
  public void putSchema(JsonObject tool, byte[] schema) {
    var _ = tool.set("input_schema", schema);
  }

  @Override
  public String ifUnreachable(ModelSettings settings) {
    return "Check the network, and models." + settings.name() + ".base_url if it is set.";
  }

  @Override
  public String ifUnknown(ModelSettings settings) {
    return "Check models." + settings.name() + ".model and .base_url.";
  }
}

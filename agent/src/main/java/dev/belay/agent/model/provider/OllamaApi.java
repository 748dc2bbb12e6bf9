package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import java.util.function.UnaryOperator;

/** Ollama's chat API: lines of JSON in place of events, and every tool call in one piece. */
record OllamaApi() implements Api {
  @Override
  public String title() {
    return "Ollama";
  }

  @Override
  public String home() {
    return "http://127.0.0.1:11434";
  }

  @Override
  public StreamingChatModel model(ModelSettings settings, String baseUrl, HttpClientBuilder wire) {
    return OllamaStreamingChatModel.builder()
        .httpClientBuilder(wire)
        .baseUrl(baseUrl)
        .modelName(settings.model())
        .numPredict(settings.maxTokens())
        .build();
  }

  @Override
  public UnaryOperator<String> mending() {
    return new NumberedCalls();
  }

  @Override
  public String ifUnreachable(ModelSettings settings) {
    return "Is Ollama running there (ollama serve), and is models."
        + settings.name()
        + ".base_url right?";
  }

  @Override
  public String ifUnknown(ModelSettings settings) {
    return "Run: ollama pull " + settings.model();
  }
}

package dev.belay.agent.model.provider;

import dev.belay.agent.history.OllamaShape;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.provider.MessageBuilder.End;
import dev.belay.config.ModelSettings;
import tools.jackson.databind.node.ObjectNode;

/** Ollama's chat API: lines of JSON instead of events, each tool call in one piece. */
record OllamaApi() implements ProviderApi {
  @Override
  public String title() {
    return "Ollama";
  }

  @Override
  public String home() {
    return "http://127.0.0.1:11434";
  }

  @Override
  public String path() {
    return "/api/chat";
  }

  @Override
  public ObjectNode request(ModelSettings settings, Prompt prompt) {
    var body = JSON.createObjectNode();
    body.put("model", settings.model()).put("stream", true);
    body.putObject("options").put("num_predict", settings.maxTokens());
    body.set("messages", OllamaShape.write(prompt.instructions(), prompt.messages()));
    OpenAiApi.putTools(body, prompt.tools());
    return body;
  }

  @Override
  public Events events(MessageBuilder message) {
    return data -> read(data, message);
  }

  private static void read(String data, MessageBuilder to) {
    var line = Events.json(data);
    var message = line.path("message");
    to.text(message.path("content").asString(""));
    for (var call : message.path("tool_calls")) {
      var function = call.path("function");
      to.call(
          call.path("id").asString(""),
          function.path("name").asString(""),
          function.path("arguments").toString());
    }
    if (line.path("done").asBoolean(false)) {
      if (line.path("done_reason").asString("").equals("length")) {
        to.end(End.LENGTH);
      }
      to.complete();
    }
  }

  @Override
  public boolean isLines() {
    return true;
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

package dev.belay.agent.model.provider;

import dev.belay.agent.history.OpenAiShape;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.provider.MessageBuilder.End;
import dev.belay.config.ModelSettings;
import dev.belay.gateway.turn.OfferedTool;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** OpenAI's Chat Completions API and compatible servers. */
record OpenAiApi() implements ProviderApi {
  @Override
  public String title() {
    return "OpenAI";
  }

  @Override
  public String home() {
    return "https://api.openai.com/v1";
  }

  @Override
  public String path() {
    return "/chat/completions";
  }

  @Override
  public ObjectNode request(ModelSettings settings, Prompt prompt) {
    // OpenAI's newer models reject max_tokens; other servers support nothing else.
    var limit = settings.baseUrl() == null ? "max_completion_tokens" : "max_tokens";
    var body = JSON.createObjectNode();
    body.put("model", settings.model()).put(limit, settings.maxTokens()).put("stream", true);
    body.set("messages", OpenAiShape.write(prompt.instructions(), prompt.messages()));
    putTools(body, prompt.tools());
    return body;
  }

  /** Offers tools, each with its schema byte for byte. */
  static void putTools(ObjectNode body, List<OfferedTool> tools) {
    if (!tools.isEmpty()) {
      var list = body.putArray("tools");
      for (var tool : tools) {
        list.addObject()
            .put("type", "function")
            .putObject("function")
            .put("name", tool.name())
            .put("description", tool.description())
            .putRawValue("parameters", new RawValue(tool.inputSchema()));
      }
    }
  }

  @Override
  public Events events(MessageBuilder message) {
    return new Chunks(message);
  }

  @Override
  public String ifUnknown(ModelSettings settings) {
    return "Check models." + settings.name() + ".model and .base_url, which usually ends in /v1.";
  }

  /** Reads chunks: pieces of text, and pieces of calls under their index, in any order. */
  private static final class Chunks implements Events {
    private final MessageBuilder message;
    private final List<Use> uses = new ArrayList<>();
    private final Map<String, Use> byIndex = new HashMap<>();
    private boolean isFinished;

    Chunks(MessageBuilder message) {
      this.message = message;
    }

    @Override
    public void read(String data) {
      if (data.equals("[DONE]")) {
        complete();
        return;
      }
      var choice = Events.json(data).path("choices").path(0);
      var delta = choice.path("delta");
      message.text(delta.path("content").asString(""));
      delta.path("tool_calls").forEach(this::piece);
      var finish = choice.path("finish_reason").asString("");
      isFinished |= !finish.isEmpty();
      switch (finish) {
        case "length" -> message.end(End.LENGTH);
        case "content_filter" -> message.end(End.WITHHELD);
        default -> {} // none yet, or the message is as the model wanted it
      }
    }

    /** Some servers leave out the last event. */
    @Override
    public void end() {
      if (isFinished && !message.isComplete()) {
        complete();
      }
    }

    private void piece(JsonNode piece) {
      var function = piece.path("function");
      var id = piece.path("id").asString("");
      var name = function.path("name").asString("");
      var index = piece.path("index").toString(); // empty if it has none: of the last call
      var use = byIndex.get(index);
      if (use == null || use.isOther(id)) {
        use = new Use();
        uses.add(use);
        byIndex.put(index, use);
      }
      use.id = id.isEmpty() ? use.id : id;
      use.name = name.isEmpty() ? use.name : name;
      use.arguments.append(function.path("arguments").asString(""));
    }

    private void complete() {
      // A call without a name is dropped.
      uses.removeIf(use -> use.name.isEmpty());
      uses.forEach(use -> message.call(use.id, use.name, use.arguments.toString()));
      uses.clear();
      message.complete();
    }
  }

  /** A call as received so far. */
  private static final class Use {
    private String id = "";
    private String name = "";
    private final StringBuilder arguments = new StringBuilder();

    /** Some servers send each call whole, and give all the same index, or none. */
    boolean isOther(String next) {
      return !id.isEmpty() && !next.isEmpty() && !id.equals(next);
    }
  }
}

package dev.belay.agent.model.provider;

import dev.belay.agent.history.AnthropicShape;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.provider.MessageBuilder.End;
import dev.belay.config.ModelSettings;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** Anthropic's Messages API. */
record AnthropicApi() implements ProviderApi {
  @Override
  public String title() {
    return "Anthropic";
  }

  @Override
  public String home() {
    return "https://api.anthropic.com/v1";
  }

  @Override
  public String path() {
    return "/messages";
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
  public ObjectNode request(ModelSettings settings, Prompt prompt) {
    var body = JSON.createObjectNode();
    body.put("model", settings.model()).put("max_tokens", settings.maxTokens()).put("stream", true);
    if (!prompt.instructions().isBlank()) {
      body.putArray("system").addObject().put("type", "text").put("text", prompt.instructions());
    }
    body.set("messages", AnthropicShape.write(prompt.messages()));
    if (!prompt.tools().isEmpty()) {
      var tools = body.putArray("tools");
      for (var tool : prompt.tools()) {
        tools
            .addObject()
            .put("name", tool.name())
            .put("description", tool.description())
            .putRawValue("input_schema", new RawValue(tool.inputSchema()));
      }
    }
    return body;
  }

  @Override
  public Events events(MessageBuilder message) {
    return new Blocks(message);
  }

  @Override
  public String ifUnknown(ModelSettings settings) {
    return "Check models." + settings.name() + ".model and .base_url.";
  }

  /** Reads events of content blocks: each begins, grows and ends under its index. */
  private static final class Blocks implements Events {
    private final MessageBuilder message;
    private final Map<Integer, Use> uses = new TreeMap<>();

    Blocks(MessageBuilder message) {
      this.message = message;
    }

    @Override
    public void read(String data) {
      var event = Events.json(data);
      int index = event.path("index").asInt(0);
      switch (event.path("type").asString("")) {
        case "content_block_start" -> begin(index, event.path("content_block"));
        case "content_block_delta" -> grow(index, event.path("delta"));
        case "content_block_stop" -> end(uses.remove(index));
        case "message_delta" -> {
          switch (event.path("delta").path("stop_reason").asString("")) {
            case "max_tokens" -> message.end(End.LENGTH);
            case "refusal" -> message.end(End.WITHHELD);
            default -> {} // the model completed the message
          }
        }
        case "message_stop" -> message.complete();
        default -> {} // a ping, the head of the message, or an event of a later version
      }
    }

    private void begin(int index, JsonNode block) {
      switch (block.path("type").asString("")) {
        case "text" -> message.text(block.path("text").asString(""));
        case "tool_use" -> uses.put(index, new Use(block, new StringBuilder()));
        default -> {} // thinking
      }
    }

    private void grow(int index, JsonNode delta) {
      var use = uses.get(index);
      if (use != null) {
        use.input().append(delta.path("partial_json").asString(""));
      } else {
        message.text(delta.path("text").asString(""));
      }
    }

    private void end(@Nullable Use use) {
      if (use != null) {
        var begun = use.block();
        // Proxies send the input of a call whole, where it begins.
        var input = use.input().isEmpty() ? begun.path("input").toString() : use.input().toString();
        message.call(begun.path("id").asString(""), begun.path("name").asString(""), input);
      }
    }

    private record Use(JsonNode block, StringBuilder input) {}
  }
}

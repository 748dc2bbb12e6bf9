package dev.belay.agent.history;

import dev.belay.agent.history.OpenAiShape.ErrorMark;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;

/**
 * Writes the {@code messages} of Ollama's chat API: as OpenAI's, but content is always a string,
 * arguments are an object, and results name their tool.
 */
public final class OllamaShape {
  private OllamaShape() {}

  /**
   * {@return the JSON list of messages}
   *
   * @param instructions the system prompt; may be empty
   */
  public static ArrayNode write(String instructions, Iterable<Message> messages) {
    var list = Arguments.JSON.createArrayNode();
    if (!Words.isBlank(instructions)) {
      list.addObject().put("role", "system").put("content", Words.whole(instructions));
    }
    Map<String, String> tools = new HashMap<>();
    for (var message : messages) {
      switch (message) {
        case Message.User user -> write(user, tools, list);
        case Message.Assistant said -> write(said, tools, list);
      }
    }
    return list;
  }

  private static void write(Message.User user, Map<String, String> tools, ArrayNode to) {
    for (var block : user.blocks()) {
      if (block instanceof Block.ToolResult result) {
        to.addObject()
            .put("role", "tool")
            .put("tool_name", tools.getOrDefault(result.toolUseId(), ""))
            .put("tool_call_id", result.toolUseId())
            .put("content", ErrorMark.write(result));
      }
    }
    var texts = OpenAiShape.texts(user);
    if (!texts.isEmpty()) {
      to.addObject().put("role", "user").put("content", String.join("\n", texts));
    }
  }

  private static void write(Message.Assistant said, Map<String, String> tools, ArrayNode to) {
    var message = to.addObject().put("role", "assistant");
    message.put("content", String.join("\n", OpenAiShape.texts(said)));
    for (var use : said.toolUses()) {
      var name = ToolNames.acceptable(use.name());
      tools.put(use.id(), name);
      var call = message.withArray("tool_calls").addObject().put("id", use.id());
      call.putObject("function").put("name", name).set("arguments", Arguments.tree(use.input()));
    }
  }
}

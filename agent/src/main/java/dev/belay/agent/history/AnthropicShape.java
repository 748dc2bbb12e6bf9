package dev.belay.agent.history;

import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes the {@code messages} of Anthropic's Messages API: {@code {role, content: [{type: text,
 * text}, {type: tool_use, id, name, input}, {type: tool_result, tool_use_id, content, is_error}]}}.
 *
 * <p>A well-formed conversation (see {@link Repair}) is written in an accepted form. {@code
 * is_error} is written only if true, {@code content} only if not empty.
 */
public final class AnthropicShape {
  private static final String TYPE = "type";
  private static final String TEXT = "text";
  private static final String TOOL_USE = "tool_use";
  private static final String TOOL_RESULT = "tool_result";
  private static final String CONTENT = "content";

  private AnthropicShape() {}

  /** {@return the JSON list of messages} */
  public static ArrayNode write(Iterable<Message> messages) {
    var list = Arguments.JSON.createArrayNode();
    for (var message : messages) {
      var role = message instanceof Message.User ? "user" : "assistant";
      var content = list.addObject().put("role", role).putArray(CONTENT);
      message.blocks().forEach(block -> write(block, content.addObject()));
    }
    return list;
  }

  private static void write(Block block, ObjectNode to) {
    switch (block) {
      case Block.Text(var text) -> to.put(TYPE, TEXT).put(TEXT, text);
      case Block.ToolUse(var id, var name, var input) ->
          to.put(TYPE, TOOL_USE)
              .put("id", id)
              .put("name", ToolNames.acceptable(name))
              .set("input", Arguments.tree(input));
      case Block.ToolResult(var id, var text, var isError) -> {
        to.put(TYPE, TOOL_RESULT).put("tool_use_id", id);
        if (!text.isEmpty()) {
          to.put(CONTENT, text);
        }
        if (isError) {
          to.put("is_error", true);
        }
      }
    }
  }
}

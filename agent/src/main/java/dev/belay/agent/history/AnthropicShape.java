package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Codec for the {@code messages} of Anthropic's Messages API: {@code {role, content: [{type: text,
 * text}, {type: tool_use, id, name, input}, {type: tool_result, tool_use_id, content, is_error}]}}.
 *
 * <p>A well-formed conversation (see {@link Repair}) is written in an accepted form and reads back
 * equal, except for invalid tool names and the formatting of arguments. {@code is_error} is written
 * only if true, {@code content} only if not empty.
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

  /**
   * {@return the conversation in a JSON list of messages}
   *
   * @throws ShapeException if it is not such a list, or contains other kinds of blocks
   */
  public static List<Message> read(String json) throws ShapeException {
    var messages = new ArrayList<Message>();
    for (var node : ShapeReader.array(json)) {
      var where = "[" + messages.size() + "]";
      var message = ShapeReader.object(node, where);
      messages.add(
          switch (ShapeReader.text(message, "role", where)) {
            case "user" -> user(message.get(CONTENT), where);
            case "assistant" -> assistant(message.get(CONTENT), where);
            default -> throw new ShapeException(where + ".role", "is not 'user' or 'assistant'");
          });
    }
    return messages;
  }

  private static Message user(@Nullable JsonNode content, String where) throws ShapeException {
    if (content != null && content.isString()) {
      return Message.User.of(content.stringValue());
    }
    var blocks = new ArrayList<Block.OfUser>();
    for (var node : ShapeReader.list(content, where + ".content")) {
      var at = where + ".content[" + blocks.size() + "]";
      var block = ShapeReader.object(node, at);
      blocks.add(
          switch (ShapeReader.text(block, TYPE, at)) {
            case TEXT -> new Block.Text(ShapeReader.text(block, TEXT, at));
            case TOOL_RESULT ->
                new Block.ToolResult(
                    ShapeReader.text(block, "tool_use_id", at),
                    String.join("\n", ShapeReader.texts(block.get(CONTENT), at + ".content")),
                    block.path("is_error").asBoolean(false));
            default -> throw new ShapeException(at + ".type", "is not 'text' or 'tool_result'");
          });
    }
    return new Message.User(blocks);
  }

  private static Message assistant(@Nullable JsonNode content, String where) throws ShapeException {
    if (content != null && content.isString()) {
      return new Message.Assistant(List.of(new Block.Text(content.stringValue())));
    }
    var blocks = new ArrayList<Block.OfAssistant>();
    for (var node : ShapeReader.list(content, where + ".content")) {
      var at = where + ".content[" + blocks.size() + "]";
      var block = ShapeReader.object(node, at);
      blocks.add(
          switch (ShapeReader.text(block, TYPE, at)) {
            case TEXT -> new Block.Text(ShapeReader.text(block, TEXT, at));
            case TOOL_USE ->
                new Block.ToolUse(
                    ShapeReader.text(block, "id", at),
                    ShapeReader.text(block, "name", at),
                    ShapeReader.object(block.get("input"), at + ".input").toString());
            default -> throw new ShapeException(at + ".type", "is not 'text' or 'tool_use'");
          });
    }
    return new Message.Assistant(blocks);
  }
}

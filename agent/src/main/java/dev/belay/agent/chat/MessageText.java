package dev.belay.agent.chat;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.mcp.envelope.JsonText;

/** Messages as those see them who read a conversation over HTTP: in Anthropic's shape. */
final class MessageText {
  private MessageText() {}

  static JsonText of(Message message) {
    var role =
        switch (message) {
          case Message.User _ -> "user";
          case Message.Assistant _ -> "assistant";
        };
    return new JsonText()
        .text("role", role)
        .objects("content", message.blocks().stream().map(MessageText::of).toList());
  }

  private static JsonText of(Block block) {
    return switch (block) {
      case Block.Text(String text) -> new JsonText().text("type", "text").text("text", text);
      case Block.ToolUse(String id, String name, String input) ->
          new JsonText()
              .text("type", "tool_use")
              .text("id", id)
              .text("name", name)
              .raw("input", input);
      case Block.ToolResult(String id, String text, boolean isError) ->
          new JsonText()
              .text("type", "tool_result")
              .text("tool_use_id", id)
              .text("content", text)
              .flag("is_error", isError);
    };
  }
}

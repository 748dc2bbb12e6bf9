package dev.belay.agent.history;

import java.util.List;

/** How much room messages take, in characters of what a model reads. */
final class Length {
  private Length() {}

  static long of(List<Message> messages) {
    return messages.stream()
        .flatMap(message -> message.blocks().stream())
        .mapToLong(Length::of)
        .sum();
  }

  private static long of(Block block) {
    return switch (block) {
      case Block.Text(var text) -> text.length();
      case Block.ToolUse(var id, var name, var input) ->
          id.length() + name.length() + input.length();
      case Block.ToolResult(var id, var text, _) -> id.length() + text.length();
    };
  }
}

package dev.belay.agent.history;

import java.util.List;

/** Short builders of messages and blocks. */
final class Blocks {
  private Blocks() {}

  static Message.User user(Block.OfUser... blocks) {
    return new Message.User(List.of(blocks));
  }

  static Message.Assistant assistant(Block.OfAssistant... blocks) {
    return new Message.Assistant(List.of(blocks));
  }

  static Block.Text text(String text) {
    return new Block.Text(text);
  }

  static Block.ToolUse use(String id) {
    return new Block.ToolUse(id, "look", "{}");
  }

  static Block.ToolResult result(String id, String text) {
    return new Block.ToolResult(id, text, false);
  }
}

package dev.belay.agent.history;

import java.util.List;

/** One message of a conversation with a model. */
public sealed interface Message {
  /** {@return the content blocks, in order} */
  List<? extends Block> blocks();

  /** A message of a person, or results of tools. */
  record User(List<Block.OfUser> blocks) implements Message {
    /** Copies the list. */
    public User {
      blocks = List.copyOf(blocks);
    }

    /** {@return a message with this text} */
    public static User of(String text) {
      return new User(List.of(new Block.Text(text)));
    }
  }

  /** A message of the model. */
  record Assistant(List<Block.OfAssistant> blocks) implements Message {
    /** Copies the list. */
    public Assistant {
      blocks = List.copyOf(blocks);
    }

    /** {@return the requested calls, in order} */
    public List<Block.ToolUse> toolUses() {
      return blocks.stream()
          .filter(Block.ToolUse.class::isInstance)
          .map(Block.ToolUse.class::cast)
          .toList();
    }
  }
}

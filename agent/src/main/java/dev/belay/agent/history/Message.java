package dev.belay.agent.history;

import java.util.List;

/** One message of a conversation with a model. */
public sealed interface Message {
  /** {@return its pieces, in order} */
  List<? extends Block> blocks();

  /** What a person said, or what tools answered. */
  record User(List<Block.OfUser> blocks) implements Message {
    /** Keeps its own copy. */
    public User {
      blocks = List.copyOf(blocks);
    }

    /** {@return a message of these words} */
    public static User of(String text) {
      return new User(List.of(new Block.Text(text)));
    }
  }

  /** What a model said. */
  record Assistant(List<Block.OfAssistant> blocks) implements Message {
    /** Keeps its own copy. */
    public Assistant {
      blocks = List.copyOf(blocks);
    }

    /** {@return the calls that it asks for, in order} */
    public List<Block.ToolUse> toolUses() {
      return blocks.stream()
          .filter(Block.ToolUse.class::isInstance)
          .map(Block.ToolUse.class::cast)
          .toList();
    }
  }
}

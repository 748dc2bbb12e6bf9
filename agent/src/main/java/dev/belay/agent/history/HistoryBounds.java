package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Maximum size of a conversation.
 *
 * @param messages the maximum number of messages; at least 4
 * @param characters the maximum total length of texts, arguments, names and ids; at least 1
 */
public record HistoryBounds(int messages, long characters) {
  /** Messages of one question, one round of tools and an answer. */
  private static final int LEAST = 4;

  /** Checks both values. */
  public HistoryBounds {
    if (messages < LEAST || characters < 1) {
      throw new IllegalArgumentException(
          "a conversation needs at least 4 messages and 1 character");
    }
  }

  /**
   * {@return 1,000 messages (two turns of 200 rounds and many short ones) and 400,000 characters
   * (about 100,000 tokens of English)}
   */
  public static HistoryBounds defaults() {
    return new HistoryBounds(1_000, 400_000);
  }

  boolean hold(int count, long length) {
    return count <= messages && length <= characters;
  }

  /**
   * Trims a conversation from the front, in units that keep it well-formed.
   *
   * <p>Drops whole exchanges, from one question to the next. If the last exchange alone is too
   * long, drops its oldest rounds: a model message with the results of its calls. The last question
   * and the last round stay, whatever their length.
   */
  static final class Dropping {
    private final List<Message> messages;
    private int dropped;

    private Dropping(List<Message> messages) {
      this.messages = messages;
    }

    /**
     * Drops messages from the front until the rest is within bounds.
     *
     * @param messages modified; well-formed, with every call answered except those of the last
     *     message
     * @return the number of messages dropped
     */
    static int from(List<Message> messages, HistoryBounds bounds) {
      var dropping = new Dropping(messages);
      var isMore = true;
      while (isMore && !bounds.hold(messages.size(), Length.of(messages))) {
        isMore = dropping.exchange() || dropping.round();
      }
      return dropping.dropped;
    }

    private boolean exchange() {
      for (var i = 1; i < messages.size(); i++) {
        if (messages.get(i) instanceof Message.User user && !questions(user).isEmpty()) {
          remove(0, i);
          // After an abort, a question follows results whose calls have just been dropped.
          messages.set(0, new Message.User(questions(user)));
          return true;
        }
      }
      return false;
    }

    /** The first message is the question; pairs of calls and results follow. */
    private boolean round() {
      if (messages.size() < 4) {
        return false;
      }
      remove(1, 3);
      return true;
    }

    private void remove(int from, int to) {
      messages.subList(from, to).clear();
      dropped += to - from;
    }

    private static List<Block.OfUser> questions(Message.User user) {
      var texts = new ArrayList<>(user.blocks());
      texts.removeIf(block -> block instanceof Block.ToolResult);
      return texts;
    }
  }

  /** Length of messages, in characters read by the model. */
  static final class Length {
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
}

package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes room in a conversation: what was asked first goes first, always with all that came of it.
 *
 * <p>Whole exchanges go, from a question up to the next. Where the last one alone is too much, its
 * oldest rounds go: what the model said, with the results of its calls. The last question and the
 * last round stay, however long they are.
 */
final class Dropping {
  private final List<Message> messages;
  private int dropped;

  private Dropping(List<Message> messages) {
    this.messages = messages;
  }

  /**
   * Drops from the front until the rest is within bounds.
   *
   * @param messages is changed; in good order, with every call answered but those of the last
   *     message
   * @return how many messages went
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
        // After an abort a question stands behind results, whose calls have just gone.
        messages.set(0, new Message.User(questions(user)));
        return true;
      }
    }
    return false;
  }

  /** The first message is the question, then come pairs of calls and results. */
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

package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;

/**
 * Puts any conversation into an order that every API takes: the backstop behind {@link History},
 * which leaves nothing to repair (S1-82).
 *
 * <p>What APIs demand, in their own words where they have some:
 *
 * <ul>
 *   <li>Anthropic: "{@code tool_use} ids were found without {@code tool_result} blocks immediately
 *       after"; "unexpected {@code tool_use_id} found in {@code tool_result} blocks"; "each
 *       tool_use must have a single result"; "{@code tool_use} ids must be unique"; ids match
 *       {@code ^[a-zA-Z0-9_-]+$}; "first message must use the user role"; "roles must alternate";
 *       "text content blocks must be non-empty"; "content cannot be empty if is_error is true"; and
 *       of its guide to tool use: results come first in a user message, words after them.
 *   <li>OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages
 *       responding to each 'tool_call_id'"; "messages with role 'tool' must be a response to a
 *       preceding message with 'tool_calls'"; an id of a call has up to 40 characters.
 * </ul>
 *
 * <p>Nothing that has words is lost but results that belong to no call. What comes out is the same
 * when it is repaired again.
 */
public final class Repair {
  /** What stands in place of a result that is not there: nobody knows more of it. */
  static final String INTERRUPTED =
      "[CANCELLED] Tool call has no result: it was interrupted before its result was written.";

  /** What stands in place of a beginning that is not there. */
  static final String NO_BEGIN = "[The beginning of this conversation is missing.]";

  private final List<Message> messages = new ArrayList<>();
  private final List<Mend> mends = new ArrayList<>();
  private final UseIds ids = new UseIds();
  private Exchange exchange = new Exchange(mends);

  private Repair() {}

  /** {@return the same conversation, acceptable, and what was done for that} */
  public static Repaired of(List<Message> messages) {
    var repair = new Repair();
    for (var i = 0; i < messages.size(); i++) {
      repair.add(i, messages.get(i));
    }
    repair.flush();
    return new Repaired(repair.messages, repair.mends);
  }

  private void add(int index, Message message) {
    if (message.blocks().stream().allMatch(Repair::isBlank)) {
      mends.add(new Mend.BlankDropped(index));
      return;
    }
    switch (message) {
      case Message.User user -> exchange.heard(index, user);
      case Message.Assistant said -> {
        if (exchange.isAnswered()) {
          flush();
          exchange = new Exchange(mends);
        }
        exchange.said(index, said, ids);
      }
    }
  }

  private static boolean isBlank(Block block) {
    return block instanceof Block.Text(var text) && Words.isBlank(text);
  }

  private void flush() {
    exchange
        .assistant()
        .ifPresent(said -> {
          if (messages.isEmpty()) {
            mends.add(new Mend.BeginAdded());
            messages.add(Message.User.of(NO_BEGIN));
          }
          messages.add(said);
        });
    exchange.user().ifPresent(messages::add);
  }
}

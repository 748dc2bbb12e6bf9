package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings any conversation into a form that every API accepts: the backstop behind {@link History},
 * which keeps its messages well-formed (S1-82).
 *
 * <p>Rules of the APIs, quoted where they have error texts:
 *
 * <ul>
 *   <li>Anthropic: "{@code tool_use} ids were found without {@code tool_result} blocks immediately
 *       after"; "unexpected {@code tool_use_id} found in {@code tool_result} blocks"; "each
 *       tool_use must have a single result"; "{@code tool_use} ids must be unique"; ids match
 *       {@code ^[a-zA-Z0-9_-]+$}; "first message must use the user role"; "roles must alternate";
 *       "text content blocks must be non-empty"; "content cannot be empty if is_error is true"; and
 *       from its guide to tool use: results come before text in a user message.
 *   <li>OpenAI: "An assistant message with 'tool_calls' must be followed by tool messages
 *       responding to each 'tool_call_id'"; "messages with role 'tool' must be a response to a
 *       preceding message with 'tool_calls'"; an id of a call has up to 40 characters.
 * </ul>
 *
 * <p>Only blank blocks and results without a call are lost. Repair is idempotent.
 */
public final class Repair {
  /** Text in place of a missing result. */
  static final String INTERRUPTED =
      "[CANCELLED] Tool call has no result: it was interrupted before its result was written.";

  /** Text in place of a missing first message. */
  static final String NO_BEGIN = "[The beginning of this conversation is missing.]";

  private final List<Message> messages = new ArrayList<>();
  private final List<Mend> mends = new ArrayList<>();
  private final UseIds ids = new UseIds();
  private Exchange exchange = new Exchange(mends);

  private Repair() {}

  /** {@return the repaired conversation and the repairs} */
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

  /** Consecutive assistant messages and the user messages that follow, merged into one of each. */
  static final class Exchange {
    private final List<Mend> mends;
    private final List<Block.Text> said = new ArrayList<>();
    private final List<OpenUse> uses = new ArrayList<>();
    private final List<OpenUse> answered = new ArrayList<>();
    private final List<Block.Text> heard = new ArrayList<>();
    private int lastHeard;

    Exchange(List<Mend> mends) {
      this.mends = mends;
    }

    /** {@return whether a further assistant message belongs to the next exchange} */
    boolean isAnswered() {
      return !answered.isEmpty() || !heard.isEmpty();
    }

    /** Adds an assistant message that is not blank. */
    void said(int index, Message.Assistant message, UseIds ids) {
      note(!said.isEmpty() || !uses.isEmpty(), new Mend.Merged(index));
      var indexOfUse = 0;
      boolean isMoved = false;
      for (var block : message.blocks()) {
        switch (block) {
          case Block.Text text -> isMoved |= say(index, text, said) && indexOfUse > 0;
          case Block.ToolUse use -> {
            var open = OpenUse.of(use, ids.next(use.id(), indexOfUse++));
            open.mends(index, mends);
            uses.add(open);
          }
        }
      }
      note(isMoved, new Mend.Moved(index));
    }

    void heard(int index, Message.User message) {
      boolean isMore = isAnswered();
      int before = answered.size() + heard.size();
      int wordsBefore = heard.size();
      boolean isMoved = false;
      for (var block : message.blocks()) {
        switch (block) {
          case Block.Text text -> {
            var _ = say(index, text, heard);
          }
          case Block.ToolResult result ->
              isMoved |= answer(index, result) && heard.size() > wordsBefore;
        }
      }
      boolean isAny = answered.size() + heard.size() > before;
      lastHeard = isAny ? index : lastHeard;
      note(isMore && isAny, new Mend.Merged(index));
      note(isMoved, new Mend.Moved(index));
    }

    private boolean say(int index, Block.Text text, List<Block.Text> to) {
      if (Words.isBlank(text.text())) {
        mends.add(new Mend.BlankDropped(index));
        return false;
      }
      var whole = Words.whole(text.text());
      note(!whole.equals(text.text()), new Mend.WordsMended(index));
      return to.add(new Block.Text(whole));
    }

    private boolean answer(int index, Block.ToolResult result) {
      var use = open(result.toolUseId());
      if (use == null) {
        boolean isDouble = answered.stream().anyMatch(one -> one.is(result.toolUseId()));
        mends.add(
            isDouble
                ? new Mend.ResultDoubled(index, result.toolUseId())
                : new Mend.ResultDropped(index, result.toolUseId()));
        return false;
      }
      note(use.answer(result), new Mend.WordsMended(index));
      return answered.add(use);
    }

    /** The first open call with an id: results of equal ids come in order of their calls. */
    private @Nullable OpenUse open(String id) {
      return uses.stream().filter(use -> use.is(id) && !use.isAnswered()).findFirst().orElse(null);
    }

    private void note(boolean isSo, Mend mend) {
      if (isSo) {
        mends.add(mend);
      }
    }

    /** {@return the assistant message: text, then calls} */
    Optional<Message.Assistant> assistant() {
      var blocks = new ArrayList<Block.OfAssistant>(said);
      uses.forEach(use -> blocks.add(use.use()));
      return blocks.isEmpty() ? Optional.empty() : Optional.of(new Message.Assistant(blocks));
    }

    /** {@return the user message: one result per call, in order, then text} */
    Optional<Message.User> user() {
      var inOrder = uses.stream().filter(OpenUse::isAnswered).toList();
      note(!inOrder.equals(answered), new Mend.Moved(lastHeard));
      var blocks = new ArrayList<Block.OfUser>();
      for (var use : uses) {
        note(!use.isAnswered(), new Mend.OrphanAnswered(use.use().id(), use.use().name()));
        blocks.add(use.result());
      }
      blocks.addAll(heard);
      return blocks.isEmpty() ? Optional.empty() : Optional.of(new Message.User(blocks));
    }
  }

  /** A call with its result, once found. */
  static final class OpenUse {
    private final Block.ToolUse given;
    private final Block.ToolUse use;
    private Block.@Nullable ToolResult result;

    private OpenUse(Block.ToolUse given, Block.ToolUse use) {
      this.given = given;
      this.use = use;
    }

    static OpenUse of(Block.ToolUse given, String id) {
      return new OpenUse(
          given, new Block.ToolUse(id, given.name(), Arguments.object(given.input())));
    }

    void mends(int index, List<Mend> mends) {
      if (!use.id().equals(given.id())) {
        mends.add(new Mend.IdRenamed(index, given.id(), use.id()));
      }
      if (!use.input().equals(given.input())) {
        mends.add(new Mend.ArgumentsReplaced(index, use.id()));
      }
    }

    /** {@return whether results refer to it by this id} */
    boolean is(String id) {
      return given.id().equals(id);
    }

    boolean isAnswered() {
      return result != null;
    }

    /** Sets the result; returns whether its text had to be mended. */
    boolean answer(Block.ToolResult said) {
      var acceptable = Answers.acceptable(said);
      result = new Block.ToolResult(use.id(), acceptable.text(), said.isError());
      return !acceptable.equals(said);
    }

    Block.ToolUse use() {
      return use;
    }

    Block.ToolResult result() {
      var known = result;
      return known == null ? new Block.ToolResult(use.id(), Repair.INTERRUPTED, true) : known;
    }
  }

  /**
   * One repair of a conversation.
   *
   * <p>{@code message} is an index into the original messages.
   */
  public sealed interface Mend {
    /** A call without a result has been given an error result. */
    record OrphanAnswered(String toolUseId, String name) implements Mend {}

    /** A result that followed no such call has been removed. */
    record ResultDropped(int message, String toolUseId) implements Mend {}

    /** A second result of a call has been removed. */
    record ResultDoubled(int message, String toolUseId) implements Mend {}

    /** The id of a call, empty, repeated or invalid, has been replaced, also in its result. */
    record IdRenamed(int message, String from, String to) implements Mend {}

    /** Arguments that were not a JSON object have been wrapped in one. */
    record ArgumentsReplaced(int message, String toolUseId) implements Mend {}

    /** A text with an unpaired surrogate, or an error without text, has been mended. */
    record WordsMended(int message) implements Mend {}

    /** A blank message or text block has been removed. */
    record BlankDropped(int message) implements Mend {}

    /** A message has been merged into the preceding one of the same role. */
    record Merged(int message) implements Mend {}

    /** Blocks have been reordered: results, in order of calls, before text; text before calls. */
    record Moved(int message) implements Mend {}

    /** A user message has been put before a conversation that began with the model. */
    record BeginAdded() implements Mend {}
  }

  /**
   * A well-formed conversation.
   *
   * @param mends the repairs; empty if the conversation was well-formed and is unchanged
   */
  public record Repaired(List<Message> messages, List<Mend> mends) {
    /** Copies the lists. */
    public Repaired {
      messages = List.copyOf(messages);
      mends = List.copyOf(mends);
    }
  }
}

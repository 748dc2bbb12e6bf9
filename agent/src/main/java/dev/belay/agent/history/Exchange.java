package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a model said, in messages that follow each other, and what it heard then: two messages of a
 * conversation in order.
 */
final class Exchange {
  private final List<Mend> mends;
  private final List<Block.Text> said = new ArrayList<>();
  private final List<OpenUse> uses = new ArrayList<>();
  private final List<OpenUse> answered = new ArrayList<>();
  private final List<Block.Text> heard = new ArrayList<>();
  private int lastHeard;

  Exchange(List<Mend> mends) {
    this.mends = mends;
  }

  /** {@return whether what the model says next is another message} */
  boolean isAnswered() {
    return !answered.isEmpty() || !heard.isEmpty();
  }

  /** Takes a message that has a word or a call. */
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

  /** The first of those with one id that has no result: results of equal ids come in order, too. */
  private @Nullable OpenUse open(String id) {
    return uses.stream().filter(use -> use.is(id) && !use.isAnswered()).findFirst().orElse(null);
  }

  private void note(boolean isSo, Mend mend) {
    if (isSo) {
      mends.add(mend);
    }
  }

  /** {@return what the model said: words, then calls} */
  Optional<Message.Assistant> assistant() {
    var blocks = new ArrayList<Block.OfAssistant>(said);
    uses.forEach(use -> blocks.add(use.use()));
    return blocks.isEmpty() ? Optional.empty() : Optional.of(new Message.Assistant(blocks));
  }

  /** {@return what it heard: one result for each call, in their order, then words} */
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

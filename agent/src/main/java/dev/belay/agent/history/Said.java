package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;

/** What a model said, in the order and with the names that every API takes. */
final class Said {
  private Said() {}

  /** {@return the same without empty words, words first, each call with an id of its own} */
  static Message.Assistant named(Message.Assistant said, UseIds ids) {
    var blocks = new ArrayList<Block.OfAssistant>();
    for (var block : said.blocks()) {
      if (block instanceof Block.Text(var text) && !Words.isBlank(text)) {
        blocks.add(new Block.Text(Words.whole(text)));
      }
    }
    var index = 0;
    for (var use : said.toolUses()) {
      blocks.add(new Block.ToolUse(ids.next(use.id(), index++), use.name(), use.input()));
    }
    return new Message.Assistant(blocks);
  }

  /** {@return the same with arguments that can be sent} */
  static Message.Assistant kept(Message.Assistant named) {
    List<Block.OfAssistant> blocks = new ArrayList<>();
    for (var block : named.blocks()) {
      blocks.add(
          switch (block) {
            case Block.Text text -> text;
            case Block.ToolUse(var id, var name, var input) ->
                new Block.ToolUse(id, name, Arguments.object(input));
          });
    }
    return new Message.Assistant(blocks);
  }
}

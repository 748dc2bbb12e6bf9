package dev.belay.agent.history;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A call whose result is looked for. */
final class OpenUse {
  private final Block.ToolUse given;
  private final Block.ToolUse use;
  private Block.@Nullable ToolResult result;

  private OpenUse(Block.ToolUse given, Block.ToolUse use) {
    this.given = given;
    this.use = use;
  }

  static OpenUse of(Block.ToolUse given, String id) {
    return new OpenUse(given, new Block.ToolUse(id, given.name(), Arguments.object(given.input())));
  }

  void mends(int index, List<Mend> mends) {
    if (!use.id().equals(given.id())) {
      mends.add(new Mend.IdRenamed(index, given.id(), use.id()));
    }
    if (!use.input().equals(given.input())) {
      mends.add(new Mend.ArgumentsReplaced(index, use.id()));
    }
  }

  /** {@return whether results name it so} */
  boolean is(String id) {
    return given.id().equals(id);
  }

  boolean isAnswered() {
    return result != null;
  }

  /** {@return whether its words had to be mended} */
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

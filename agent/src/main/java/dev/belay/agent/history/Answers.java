package dev.belay.agent.history;

import dev.belay.core.turn.ToolUseResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;

/** What became of calls, in words that a model reads and an API takes. */
public final class Answers {
  /** Anthropic: "content cannot be empty if `is_error` is true". */
  static final String NO_WORDS = "The tool failed, and said nothing about it.";

  private Answers() {}

  /** {@return the block of a result} */
  public static Block.ToolResult of(ToolUseResult result) {
    return acceptable(new Block.ToolResult(result.id(), result.text(), result.isError()));
  }

  /**
   * {@return one answer for each call, in the order in which they were asked for (C20)}
   *
   * @param known the answers that there are; the first one counts where two have one id, and those
   *     of no call do not count
   * @param otherwise what an error says that stands in place of a missing one, such as {@code
   *     [CANCELLED] Turn aborted by user.} (S1-44)
   */
  public static List<Block.ToolResult> inOrder(
      List<Block.ToolUse> uses, Collection<Block.ToolResult> known, String otherwise) {
    var byId = new HashMap<String, Block.ToolResult>();
    known.forEach(one -> byId.putIfAbsent(one.toolUseId(), one));
    return uses.stream()
        .map(use -> byId.getOrDefault(use.id(), missing(use, otherwise)))
        .map(Answers::acceptable)
        .toList();
  }

  private static Block.ToolResult missing(Block.ToolUse use, String text) {
    return new Block.ToolResult(use.id(), text, true);
  }

  /** {@return the same, with words where it needs some, and of whole characters} */
  static Block.ToolResult acceptable(Block.ToolResult result) {
    var text = Words.whole(result.text());
    if (Words.isBlank(text)) {
      text = result.isError() ? NO_WORDS : "";
    }
    return text.equals(result.text())
        ? result
        : new Block.ToolResult(result.toolUseId(), text, result.isError());
  }
}

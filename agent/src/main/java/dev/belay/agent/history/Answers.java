package dev.belay.agent.history;

import dev.belay.core.turn.ToolUseResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;

/** Results of calls in a form that every API accepts. */
public final class Answers {
  /** Anthropic: "content cannot be empty if `is_error` is true". */
  static final String NO_WORDS = "The tool failed, and said nothing about it.";

  private Answers() {}

  /** {@return the block of a tool's result} */
  public static Block.ToolResult of(ToolUseResult result) {
    return acceptable(new Block.ToolResult(result.id(), result.text(), result.isError()));
  }

  /**
   * {@return one result for each call, in order of the calls (C20)}
   *
   * @param known the available results; of two with one id the first counts, and those of other
   *     calls are ignored
   * @param otherwise the error text in place of a missing result, such as {@code [CANCELLED] Turn
   *     aborted by user.} (S1-44)
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

  /** {@return the result with valid text, and non-blank text if it is an error} */
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

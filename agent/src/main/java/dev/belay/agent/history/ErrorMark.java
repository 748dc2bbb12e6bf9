package dev.belay.agent.history;

import java.util.List;

/**
 * Says in words that a result is an error, for an API whose results have no flag for it (OpenAI's).
 *
 * <p>What says so by itself stays as it is: {@code [CANCELLED] …} and {@code [TIMEOUT] …}. Success
 * that looks like one of them is marked, too, so that a result can be read back as it was.
 */
public final class ErrorMark {
  private static final String ERROR = "[ERROR] ";
  private static final String OK = "[OK] ";
  private static final List<String> TELLING = List.of("[CANCELLED]", "[TIMEOUT");

  private ErrorMark() {}

  /** {@return the text of a result, in which a model can see whether it is an error} */
  public static String write(Block.ToolResult result) {
    var text = result.text();
    if (result.isError()) {
      return isTelling(text) ? text : ERROR + text;
    }
    return isTelling(text) || text.startsWith(ERROR) || text.startsWith(OK) ? OK + text : text;
  }

  /** {@return the result that was written so} */
  static Block.ToolResult read(String toolUseId, String text) {
    if (text.startsWith(OK)) {
      return new Block.ToolResult(toolUseId, text.substring(OK.length()), false);
    }
    return text.startsWith(ERROR)
        ? new Block.ToolResult(toolUseId, text.substring(ERROR.length()), true)
        : new Block.ToolResult(toolUseId, text, isTelling(text));
  }

  private static boolean isTelling(String text) {
    return TELLING.stream().anyMatch(text::startsWith);
  }
}

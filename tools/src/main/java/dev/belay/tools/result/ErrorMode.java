package dev.belay.tools.result;

import org.jspecify.annotations.Nullable;

/** How a tool's failure is reported to its client: {@code mcp.errors.mode} (C1). */
public enum ErrorMode {
  /** As a result with {@code isError}, which a model can read and act on. */
  RESULT,
  /** As a JSON-RPC error, by the letter of S4-37. */
  JSONRPC;

  /** A code in the range of server errors (JSON-RPC 2.0 §5.1). */
  public static final int TOOL_FAILED = -32603;

  /**
   * {@return the message of the error that replaces the result; null if the result itself is sent}
   */
  public @Nullable String error(ToolResult result) {
    if (this == RESULT || !result.isError()) {
      return null;
    }
    var text = new StringBuilder();
    for (var piece : result.content()) {
      text.append(text.isEmpty() ? "" : "\n").append(Plainly.of(piece));
    }
    return text.isEmpty() ? "The tool failed." : text.toString();
  }
}

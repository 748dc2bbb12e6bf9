package dev.belay.config;

/** How a client is told that a Java tool failed: {@code mcp.errors.mode} (C1). */
public enum ErrorsMode {
  /** By a result with {@code isError}, which a model reads and can act on. */
  RESULT,
  /** By an error of JSON-RPC, to the letter of S4-37. */
  JSONRPC
}

package dev.belay.mcp.envelope;

/** The codes of JSON-RPC and MCP that Belay sends or understands (MCP 2026-07-28 §errors). */
public enum ErrorCode {
  /** The message is not JSON, or not UTF-8. */
  PARSE_ERROR(-32700),
  /** The message is JSON, but not a JSON-RPC message. */
  INVALID_REQUEST(-32600),
  METHOD_NOT_FOUND(-32601),
  INVALID_PARAMS(-32602),
  INTERNAL_ERROR(-32603),
  /** A header contradicts the body; modern era, HTTP only. */
  HEADER_MISMATCH(-32020),
  /** The client did not declare a capability that the request needs; modern era. */
  MISSING_CLIENT_CAPABILITY(-32021),
  /** The requested revision is not supported; its data is {@code {supported, requested}}. */
  UNSUPPORTED_PROTOCOL_VERSION(-32022);

  private final int code;

  ErrorCode(int code) {
    this.code = code;
  }

  /** {@return the number on the wire} */
  public int code() {
    return code;
  }
}

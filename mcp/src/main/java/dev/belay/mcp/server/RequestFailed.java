package dev.belay.mcp.server;

import dev.belay.mcp.envelope.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Thrown to answer a request with an error of JSON-RPC. */
public final class RequestFailed extends Exception {
  private static final long serialVersionUID = 1L;

  private final int code;
  private final byte @Nullable [] data;

  /**
   * Creates an error with {@code code}.
   *
   * @param data JSON; null for none
   */
  public RequestFailed(int code, String message, byte @Nullable [] data) {
    // No stack trace: a peer decides how often this is thrown.
    super(message, null, false, false);
    this.code = code;
    this.data = data == null ? null : data.clone();
  }

  /** Creates an error with one of the codes of the protocol, without data. */
  public RequestFailed(ErrorCode code, String message) {
    this(code.code(), message, null);
  }

  /** {@return the error for invalid params} */
  public static RequestFailed invalidParams(String message) {
    return new RequestFailed(ErrorCode.INVALID_PARAMS, message);
  }

  /** {@return the number on the wire} */
  public int code() {
    return code;
  }

  /** {@return the text for people and models} */
  public String text() {
    var message = getMessage();
    return message == null ? "" : message;
  }

  byte @Nullable [] data() {
    return data;
  }
}

package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;

/** Thrown if the params of a request violate its method; the message tells the client which. */
public final class InvalidParams extends Exception {
  private static final long serialVersionUID = 1L;

  private final String what;

  InvalidParams(String what) {
    // No stack trace: peers decide how often this is thrown.
    super("Invalid params: " + what, null, false, false);
    this.what = "Invalid params: " + what;
  }

  /** {@return the answer to the request} */
  public byte[] answer(RequestId id) {
    return Messages.error(id, ErrorCode.INVALID_PARAMS, what);
  }
}

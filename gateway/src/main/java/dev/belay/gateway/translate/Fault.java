package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import org.jspecify.annotations.Nullable;

/** The error of one hop, without the id, which differs between hops. */
public record Fault(int code, String message, @Nullable RawJson data) {
  /** Reads an error; a code that is no integer becomes −32603. */
  public static Fault of(Envelope error) {
    var number = error.number(Member.ERROR_CODE);
    int code = ErrorCode.INTERNAL_ERROR.code();
    if (number != null) {
      try {
        code = Integer.parseInt(number);
      } catch (NumberFormatException _) {
        // No defined code.
      }
    }
    var message = error.text(Member.ERROR_MESSAGE);
    return new Fault(
        code, message == null ? "" : message, RawJson.ofNullable(error.raw(Member.ERROR_DATA)));
  }

  /**
   * Returns the fault with {@code uri}, which errors about a resource contain in the modern era
   * (MCP 2026-07-28 §resources); unchanged if it has data.
   */
  public Fault about(String uri) {
    return data != null
        ? this
        : new Fault(code, message, RawJson.of(JsonObject.empty().setText("uri", uri).json()));
  }

  static Fault internal(String message) {
    return new Fault(ErrorCode.INTERNAL_ERROR.code(), message, null);
  }

  /** {@return the answer to the request} */
  public byte[] answer(RequestId id) {
    return Messages.error(id, code, message, data == null ? null : data.bytes());
  }
}

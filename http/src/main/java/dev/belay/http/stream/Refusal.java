package dev.belay.http.stream;

import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why an HTTP request was turned down: a status, and a JSON-RPC error that says it in words. */
record Refusal(int status, int code, String message, List<Header> headers) {
  Refusal(int status, int code, String message) {
    this(status, code, message, List.of());
  }

  Refusal(int status, ErrorCode code, String message) {
    this(status, code.code(), message, List.of());
  }

  /** Answers; {@code id} is null where the request is not known, or wants no answer. */
  void to(Response response, @Nullable RequestId id) {
    response.send(status, Wire.json(headers), Messages.error(id, code, message, null));
  }
}

package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RequestId;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The params of {@code notifications/cancelled} (MCP 2025-11-25 §cancellation). */
public final class CancelParams {
  private CancelParams() {}

  /** {@return params that cancel {@code request}, with a human-readable reason} */
  public static byte[] of(RequestId request, String reason) {
    var out = new ByteArrayOutputStream();
    out.writeBytes("{\"requestId\":".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(request.json());
    out.writeBytes(",\"reason\":".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(JsonString.encode(reason));
    out.write('}');
    return out.toByteArray();
  }
}

package dev.belay.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.store.ResourceStore;

/** Serves output cut off from results to clients by {@code resources/read}. */
final class CutResources {
  private static final String DEFINITION =
      "{\"uriTemplate\":\""
          + ResourceStore.PREFIX
          + "{id}\",\"name\":\"whole-output\",\"description\":\"All of an output that was too long"
          + " for its result. Results that were cut link to it.\"}";

  /** MCP 2025-11-25 §resources/error-handling; the modern era uses invalid params instead. */
  private static final int LEGACY_NOT_FOUND = -32_002;

  private final ResourceStore store;

  private CutResources(ResourceStore store) {
    this.store = store;
  }

  static void addTo(McpServerBuilder server, ResourceStore store) {
    server.template(DEFINITION.getBytes(UTF_8), new CutResources(store)::read);
  }

  private byte[] read(Exchange exchange) throws RequestFailed {
    var id = exchange.variables().getOrDefault("id", "");
    var found = store.get(id, exchange.principal());
    if (found == null) {
      int code = exchange.era() == Era.LEGACY ? LEGACY_NOT_FOUND : ErrorCode.INVALID_PARAMS.code();
      throw new RequestFailed(
          code,
          "Resource not found: " + exchange.target() + ". It is kept for a while only: call again.",
          ("{\"uri\":" + JsonString.quote(exchange.target()) + "}").getBytes(UTF_8));
    }
    return ("{\"contents\":[{\"uri\":"
            + JsonString.quote(exchange.target())
            + ",\"mimeType\":"
            + JsonString.quote(found.mimeType())
            + ",\"text\":"
            + JsonString.quote(new String(found.data().toArray(), UTF_8))
            + "}]}")
        .getBytes(UTF_8);
  }
}

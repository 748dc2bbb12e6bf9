package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Translates results of a legacy server for a modern client, which refuses results without a type
 * (MCP 2026-07-28 §results).
 *
 * @param serverInfo the server's name and version, for people; null to omit them
 */
public record ResultToModern(@Nullable RawJson serverInfo) {
  private static final String EXECUTION = "execution";

  /** Returns the answer to a request of that method; an error stays as it is. */
  public Envelope of(String method, Envelope response) {
    var result = response.result();
    return result == null
        ? response
        : response.withResult(result(method, result.of(response.bytes())));
  }

  /** Returns the result of a request of that method; one that is no object stays as it is. */
  public byte[] result(String method, byte[] result) {
    var object = JsonObject.of(result);
    if (object == null) {
      return result;
    }
    object.setText(ResultType.KEY, ResultType.COMPLETE.wire());
    if (Caching.isSaidBy(method)) {
      Caching.stamp(object);
    }
    // A complete result belongs to no task any more (MCP 2026-07-28 §tasks).
    Meta.strip(object, Meta.RELATED_TASK);
    if (serverInfo != null) {
      object.open(Meta.KEY).set(Meta.SERVER_INFO, serverInfo);
    }
    switch (method) {
      case "tools/list" -> withoutExecution(object);
      case "tools/call" -> StructuredContent.toModern(object);
      default -> {}
    }
    return object.json();
  }

  /** Removes whether tools may run as legacy tasks, which a modern client cannot use. */
  private static void withoutExecution(JsonObject result) {
    ListedTools.replace(
        result,
        tool -> {
          var object = JsonObject.of(tool);
          return object == null || !object.has(EXECUTION) ? null : object.remove(EXECUTION).json();
        });
  }
}

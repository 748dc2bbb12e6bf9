package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Translates messages of a modern client for a legacy server, which has received the introduction
 * at {@code initialize}.
 */
public final class RequestToLegacy {
  private RequestToLegacy() {}

  /** Returns the message as a legacy server expects it. */
  public static Envelope of(Envelope message) {
    var span = message.params();
    if (span == null) {
      return message;
    }
    var params = params(message.method(), span.of(message.bytes()));
    return params == null ? message : message.withParams(params);
  }

  /**
   * Returns these params without the members of the modern era, or unchanged if they are no object.
   *
   * <p>A progress token, a trace and unknown keys stay. A {@code task} is removed: modern servers
   * ignore it, a legacy one would begin a task (MCP 2026-07-28 §tasks). Calls of tools get the
   * {@code arguments} that a modern client may omit and some legacy servers require.
   */
  public static byte @Nullable [] params(String method, byte @Nullable [] params) {
    var object = params == null ? null : JsonObject.of(params);
    if (object == null) {
      return params;
    }
    Meta.strip(
        object, Meta.PROTOCOL_VERSION, Meta.CLIENT_CAPABILITIES, Meta.CLIENT_INFO, Meta.LOG_LEVEL);
    InputResponses.strip(object);
    if (method.equals("tools/call")) {
      object.remove("task");
      if (!object.has("arguments")) {
        object.set("arguments", RawJson.of("{}"));
      }
    }
    return object.json();
  }
}

package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import org.jspecify.annotations.Nullable;

/**
 * Makes what a modern client sends fit for a legacy server, which was told the same once, at {@code
 * initialize}.
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
   * Returns these params without what only the modern era has, or as they are if they are none.
   *
   * <p>A progress token, a trace and keys of others stay. A {@code task} goes: modern servers
   * ignore it, a legacy one would begin a task (MCP 2026-07-28 §tasks). Tools are given the {@code
   * arguments} that a modern client may leave out and some legacy servers insist on.
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

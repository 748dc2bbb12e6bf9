package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import org.jspecify.annotations.Nullable;

/**
 * Translates messages of a legacy client for a modern server, which needs the client's introduction
 * with each request (MCP 2026-07-28 §requests).
 *
 * @param client the client's introduction, with the log level that it has set since
 */
public record RequestToModern(Introduction client) {
  /** Returns the message as a modern server expects it; a notification stays as it is. */
  public Envelope of(Envelope message) {
    if (message.kind() != Kind.REQUEST) {
      return message;
    }
    var span = message.params();
    return message.withParams(
        params(message.method(), span == null ? null : span.of(message.bytes())));
  }

  /**
   * Returns these params with the client's introduction, and without the members of the legacy era.
   */
  public byte[] params(String method, byte @Nullable [] params) {
    var object = params == null ? null : JsonObject.of(params);
    if (object == null) {
      object = JsonObject.empty();
    }
    if (method.equals("tools/call")) {
      object.remove("task");
    }
    InputResponses.strip(object);
    var meta = object.open(Meta.KEY);
    meta.remove(Meta.RELATED_TASK);
    meta.setText(Meta.PROTOCOL_VERSION, Revision.V2026_07_28.wire());
    meta.set(Meta.CLIENT_CAPABILITIES, client.capabilities().relayed().json());
    set(meta, Meta.CLIENT_INFO, client.info());
    var level = client.logLevel();
    set(meta, Meta.LOG_LEVEL, level == null ? null : RawJson.of('"' + level.wire() + '"'));
    return object.json();
  }

  private static void set(JsonObject meta, String key, @Nullable RawJson value) {
    if (value == null) {
      meta.remove(key);
    } else {
      meta.set(key, value);
    }
  }
}

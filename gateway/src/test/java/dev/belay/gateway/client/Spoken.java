package dev.belay.gateway.client;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;

/** Messages as clients spell them; ids and params are JSON. */
public final class Spoken {
  private Spoken() {}

  /** {@return the message that this text is} */
  public static Envelope envelope(String text) {
    try {
      return Envelope.parse(text.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
    } catch (MalformedEnvelope e) {
      throw new IllegalArgumentException(text, e);
    }
  }

  /** {@return a request; without params where that text is empty} */
  public static Envelope request(String id, String method, String params) {
    return envelope(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":%s%s}"
            .formatted(id, Json.quote(method), member(params)));
  }

  /** {@return a notification; without params where that text is empty} */
  public static Envelope notification(String method, String params) {
    return envelope(
        "{\"jsonrpc\":\"2.0\",\"method\":%s%s}".formatted(Json.quote(method), member(params)));
  }

  private static String member(String params) {
    return params.isEmpty() ? "" : ",\"params\":" + params;
  }

  /** {@return an answer; {@code body} is its result or its error, with its name} */
  public static Envelope answer(String id, String body) {
    return envelope("{\"jsonrpc\":\"2.0\",\"id\":" + id + "," + body + "}");
  }

  /** {@return the id that this JSON is} */
  public static RequestId id(String json) {
    return request(json, "x", "{}").requireId();
  }
}

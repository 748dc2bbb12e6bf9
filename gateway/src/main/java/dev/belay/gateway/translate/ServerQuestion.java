package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question of a server to its client within a request: a request of its own in the legacy era, a
 * member of an {@link InputRequiredResult} in the modern one.
 *
 * @param key identifies the answer
 * @param params without the members of one hop or one era; null if there are none
 */
public record ServerQuestion(String key, String method, @Nullable RawJson params) {
  private static final Set<String> KINDS =
      Set.of("elicitation/create", "sampling/createMessage", "roots/list");
  private static final String ELICITATION = "elicitation/create";
  private static final String ELICITATION_ID = "elicitationId";
  private static final RawJson CANCEL = RawJson.of("{\"action\":\"cancel\"}");

  /** {@return whether a request of that method is a question; a ping is none} */
  public static boolean isKind(String method) {
    return KINDS.contains(method);
  }

  /** Reads the request of a legacy server as a question with {@code key}. */
  public static ServerQuestion of(String key, Envelope request) {
    var span = request.params();
    return of(key, request.method(), span == null ? null : span.of(request.bytes()));
  }

  /** Creates a question from the params of a legacy server's request. */
  public static ServerQuestion of(String key, String method, byte @Nullable [] params) {
    var object = params == null ? null : JsonObject.of(params);
    if (object == null) {
      return new ServerQuestion(key, method, RawJson.ofNullable(params));
    }
    object.remove("task");
    Meta.strip(object, Meta.PROGRESS_TOKEN, Meta.RELATED_TASK);
    if (method.equals(ELICITATION)) {
      object.remove(ELICITATION_ID);
    }
    return new ServerQuestion(key, method, RawJson.of(object.json()));
  }

  /** {@return whether a client with these capabilities accepts this question} */
  public boolean isAllowed(ClientCapabilities client) {
    return client.allows(method, paramsBytes());
  }

  /** {@return the capabilities that a client must declare for this question} */
  public byte[] required() {
    return ClientCapabilities.required(method, paramsBytes());
  }

  /**
   * Returns the params of the request with this question to a legacy client.
   *
   * @param elicitationId a unique name, which the elicitation of a page requires
   */
  public byte @Nullable [] legacyParams(Revision revision, String elicitationId) {
    var object = params == null ? null : JsonObject.of(params.bytes());
    if (object == null || !method.equals(ELICITATION)) {
      return paramsBytes();
    }
    if ("url".equals(object.text("mode"))) {
      object.setText(ELICITATION_ID, elicitationId);
    } else if (revision.compareTo(Revision.V2025_11_25) < 0) {
      // Before 2025-11-25 every elicitation is a form, and has no mode.
      object.remove("mode");
    }
    return object.json();
  }

  /** {@return the answer that means a refusal; null if such a question has none} */
  public @Nullable RawJson refusal() {
    return method.equals(ELICITATION) ? CANCEL : null;
  }

  /** {@return what stands under its key in an {@code inputRequests}} */
  public byte[] embedded() {
    var json = JsonObject.empty().setText("method", method);
    if (params != null) {
      json.set("params", params);
    }
    return json.json();
  }

  private byte @Nullable [] paramsBytes() {
    return params == null ? null : params.bytes();
  }
}

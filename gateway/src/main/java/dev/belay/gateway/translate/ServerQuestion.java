package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Revision;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server asks its client in the middle of a request: a request of its own in the legacy era,
 * a member of an {@link InputRequiredResult} in the modern one.
 *
 * @param key what the answer is found by
 * @param params without what belongs to one hop or one era only; null if there are none
 */
public record ServerQuestion(String key, String method, @Nullable RawJson params) {
  private static final Set<String> KINDS =
      Set.of("elicitation/create", "sampling/createMessage", "roots/list");
  private static final String ELICITATION = "elicitation/create";
  private static final String ELICITATION_ID = "elicitationId";
  private static final RawJson CANCEL = RawJson.of("{\"action\":\"cancel\"}");

  /** {@return whether a server may ask that; a ping is no question} */
  public static boolean isKind(String method) {
    return KINDS.contains(method);
  }

  /** Reads the request of a legacy server, to be asked under {@code key}. */
  public static ServerQuestion of(String key, Envelope request) {
    var span = request.params();
    return of(key, request.method(), span == null ? null : span.of(request.bytes()));
  }

  /** Makes a question of the params of a legacy server's request. */
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

  /** {@return whether a client with these capabilities can be asked this} */
  public boolean isAllowed(ClientCapabilities client) {
    return client.allows(method, paramsBytes());
  }

  /** {@return what a client must declare to be asked this} */
  public byte[] required() {
    return ClientCapabilities.required(method, paramsBytes());
  }

  /**
   * Returns the params of the request that asks a legacy client this.
   *
   * @param elicitationId a name that no other elicitation has, which a page to be opened needs
   */
  public byte @Nullable [] legacyParams(Revision revision, String elicitationId) {
    var object = params == null ? null : JsonObject.of(params.bytes());
    if (object == null || !method.equals(ELICITATION)) {
      return paramsBytes();
    }
    if ("url".equals(object.text("mode"))) {
      object.setText(ELICITATION_ID, elicitationId);
    } else if (revision.compareTo(Revision.V2025_11_25) < 0) {
      // Before 2025-11-25 every elicitation is a form, and says nothing of it.
      object.remove("mode");
    }
    return object.json();
  }

  /** {@return the answer that stands for none, or null if such a question has no such answer} */
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

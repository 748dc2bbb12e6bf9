package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Span;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers that a modern client adds to a repeated request (MCP 2026-07-28 §mrtr).
 *
 * @param answers the client's results by the keys of the questions
 * @param requestState the JSON string of the last {@link InputRequiredResult}, byte for byte
 */
public record InputResponses(Map<String, RawJson> answers, @Nullable RawJson requestState) {
  private static final String RESPONSES = "inputResponses";
  private static final String STATE = "requestState";

  public InputResponses {
    answers = Collections.unmodifiableMap(new LinkedHashMap<>(answers));
  }

  /**
   * Reads the answers and the state of a request, either of which may be absent.
   *
   * @throws InvalidParams if the answers are no object of objects, or the state is no string
   */
  public static InputResponses of(Envelope request) throws InvalidParams {
    var span = request.params();
    var params = span == null ? null : JsonObject.of(request.bytes(), span);
    if (params == null) {
      return new InputResponses(Map.of(), null);
    }
    var state = params.raw(STATE);
    if (state != null && state[0] != '"') {
      throw new InvalidParams(STATE + " is no string");
    }
    return new InputResponses(answers(params), RawJson.ofNullable(state));
  }

  private static Map<String, RawJson> answers(JsonObject params) throws InvalidParams {
    var answers = new LinkedHashMap<String, RawJson>();
    var responses = params.object(RESPONSES);
    if (responses == null) {
      if (params.has(RESPONSES)) {
        throw new InvalidParams(RESPONSES + " is no object");
      }
      return answers;
    }
    for (var key : responses.names()) {
      var answer = responses.object(key);
      if (answer == null) {
        throw new InvalidParams("one of the " + RESPONSES + " is no object");
      }
      answers.put(key, RawJson.of(answer.json()));
    }
    return answers;
  }

  /** {@return whether the request is sent for the first time} */
  public boolean isNone() {
    return answers.isEmpty() && requestState == null;
  }

  /** {@return the value of the state, or null if there is none} */
  public @Nullable String state() {
    if (requestState == null) {
      return null;
    }
    var json = requestState.bytes();
    return JsonString.decode(json, new Span(0, json.length));
  }

  /** {@return the params of the repeated request, with these answers in place of earlier ones} */
  public byte[] params(byte @Nullable [] original) {
    var params = original == null ? null : JsonObject.of(original);
    if (params == null) {
      params = JsonObject.empty();
    }
    strip(params);
    if (!answers.isEmpty()) {
      var responses = params.open(RESPONSES);
      answers.forEach(responses::set);
    }
    if (requestState != null) {
      params.set(STATE, requestState);
    }
    return params.json();
  }

  static void strip(JsonObject params) {
    params.remove(RESPONSES).remove(STATE);
  }
}

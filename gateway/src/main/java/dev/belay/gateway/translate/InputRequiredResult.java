package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.RawJson;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a modern request that needs input from its client to go on (MCP 2026-07-28 §mrtr,
 * SEP-2322).
 *
 * @param requestState a JSON string that the client returns uninterpreted; null for none
 */
public record InputRequiredResult(List<ServerQuestion> questions, @Nullable RawJson requestState) {
  private static final String REQUESTS = "inputRequests";
  private static final String STATE = "requestState";

  public InputRequiredResult {
    questions = List.copyOf(questions);
    if (questions.isEmpty() && requestState == null) {
      throw new IllegalArgumentException("neither questions nor state");
    }
  }

  /**
   * Reads a modern server's result.
   *
   * @throws InvalidResult if no client could answer it
   */
  public static InputRequiredResult of(byte[] result) throws InvalidResult {
    var object = JsonObject.of(result);
    if (object == null) {
      throw new InvalidResult("it is no object");
    }
    var state = object.raw(STATE);
    if (state != null && state[0] != '"') {
      throw new InvalidResult(STATE + " is no string");
    }
    var requests = object.object(REQUESTS);
    if (requests == null && object.has(REQUESTS)) {
      throw new InvalidResult(REQUESTS + " is no object");
    }
    var questions = requests == null ? List.<ServerQuestion>of() : questions(requests);
    if (questions.isEmpty() && state == null) {
      throw new InvalidResult("it has neither " + REQUESTS + " nor " + STATE);
    }
    return new InputRequiredResult(questions, RawJson.ofNullable(state));
  }

  private static List<ServerQuestion> questions(JsonObject requests) throws InvalidResult {
    var questions = new ArrayList<ServerQuestion>();
    for (var key : requests.names()) {
      var request = requests.object(key);
      var method = request == null ? null : request.text("method");
      if (request == null || method == null || !ServerQuestion.isKind(method)) {
        throw new InvalidResult("one of its " + REQUESTS + " is no question that a server may ask");
      }
      if (request.has("params") && request.object("params") == null) {
        throw new InvalidResult("the params of one of its " + REQUESTS + " are no object");
      }
      questions.add(new ServerQuestion(key, method, RawJson.ofNullable(request.raw("params"))));
    }
    return questions;
  }

  /** {@return the result for a modern client, with {@code serverInfo} if that is known} */
  public byte[] result(@Nullable RawJson serverInfo) {
    var result = JsonObject.empty().setText(ResultType.KEY, ResultType.INPUT_REQUIRED.wire());
    if (!questions.isEmpty()) {
      var requests = result.open(REQUESTS);
      for (var question : questions) {
        requests.set(question.key(), question.embedded());
      }
    }
    if (requestState != null) {
      result.set(STATE, requestState);
    }
    if (serverInfo != null) {
      result.open(Meta.KEY).set(Meta.SERVER_INFO, serverInfo);
    }
    return result.json();
  }
}

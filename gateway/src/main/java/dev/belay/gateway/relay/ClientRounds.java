package dev.belay.gateway.relay;

import dev.belay.gateway.translate.InputRequiredResult;
import dev.belay.gateway.translate.ServerQuestion;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.input.PendingInput;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;

/**
 * The rounds of a modern client's request to a legacy server, which asks by requests of its own
 * (MCP 2026-07-28 §mrtr).
 *
 * @param first the request of the first round, which represents the running one
 */
record ClientRounds(ClientRequest first) implements PendingInput.Rounds<ClientRequest> {
  /** How long one question waits for others of the same request. */
  static final Duration GATHER = Duration.ofMillis(25);

  @Override
  public void kept() {
    var session = first.session();
    session.relay().audiences().stay(session.audience());
  }

  @Override
  public void ask(ClientRequest round, String name, Map<String, PendingInput.Question> open) {
    var questions = new ArrayList<ServerQuestion>();
    open.forEach((key, question) ->
        questions.add(ServerQuestion.of(key, question.method(), question.params())));
    var session = round.session();
    var state = session.relay().inputs().state(name, session.link().principal(), round.request());
    var result =
        new InputRequiredResult(questions, RawJson.of(JsonString.quote(state)))
            .result(session.audience().serverInfo());
    round.answer(id -> Messages.response(id, result));
  }

  @Override
  public void taken() {
    var session = first.session();
    session.relay().audiences().stayed(session.audience());
  }

  @Override
  public void deserted() {
    first.leave();
  }
}

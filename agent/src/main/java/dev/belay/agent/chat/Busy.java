package dev.belay.agent.chat;

import dev.belay.agent.session.BusySessionException;
import dev.belay.gateway.rest.Answer;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.JsonText;

/** The answer to whoever comes while a conversation is in use. */
final class Busy {
  private Busy() {}

  static void answer(Response response, BusySessionException why) {
    Answer.json(
        response,
        409,
        new JsonText()
            .text("error", String.valueOf(why.getMessage()))
            .text("turnId", why.turn().text()));
  }
}

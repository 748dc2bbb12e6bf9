package dev.belay.gateway.rest;

import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;

/** How routes of Belay's own answer: in JSON that nobody may keep. */
public final class Answer {
  private static final List<Header> JSON =
      List.of(
          new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store"));

  private Answer() {}

  /** Answers with an object. */
  public static void json(Response response, int status, JsonText body) {
    response.send(status, JSON, body.bytes());
  }

  /** Answers that it cannot be done, and why. */
  public static void error(Response response, int status, String why) {
    json(response, status, new JsonText().text("error", why));
  }
}

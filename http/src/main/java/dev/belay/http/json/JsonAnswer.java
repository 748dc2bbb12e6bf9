package dev.belay.http.json;

import dev.belay.http.route.Header;
import dev.belay.http.route.Response;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;

/** Sends JSON answers of routes, with {@code Cache-Control: no-store}. */
public final class JsonAnswer {
  private static final List<Header> JSON =
      List.of(
          new Header("Content-Type", "application/json"), new Header("Cache-Control", "no-store"));

  private JsonAnswer() {}

  /** Answers with an object. */
  public static void json(Response response, int status, JsonText body) {
    response.send(status, JSON, body.bytes());
  }

  /** Answers with an object whose member {@code error} gives the reason of a failure. */
  public static void error(Response response, int status, String why) {
    json(response, status, new JsonText().text("error", why));
  }
}

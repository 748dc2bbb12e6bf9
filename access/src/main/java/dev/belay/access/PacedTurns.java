package dev.belay.access;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;

/**
 * Applies the rate limit to beginning turns: each requested call counts like one over MCP, and a
 * request without calls, such as a message to an agent, counts once.
 */
record PacedTurns(Route route, RequestPace pace) implements Route {
  private static final String CALLS = "toolUses";

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    var principal = request.requireCaller().principal();
    var tooSoon = pace.refusal(principal, () -> calls(request.body()));
    if (tooSoon == null) {
      route.handle(request, response);
    } else {
      response.send(tooSoon.status(), tooSoon.headers(), tooSoon.body());
    }
  }

  /** An unreadable body is answered as well, and so it counts. */
  private static int calls(byte[] body) {
    try {
      var uses = Slices.find(body, Slices.value(body), CALLS);
      return uses == null || !uses.isArray(body) ? 1 : Math.max(1, Slices.items(body, uses).size());
    } catch (NotJson _) {
      return 1;
    }
  }
}

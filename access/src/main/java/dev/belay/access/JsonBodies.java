package dev.belay.access;

import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;

/**
 * Refuses a body that is not declared as JSON: any web page can make a browser send others without
 * a preflight request.
 */
record JsonBodies(Access access) implements Access {
  @Override
  public Decision decide(Request request) throws InterruptedException {
    return switch (access.decide(request)) {
      case Known _ when hasBody(request) && !request.isJson() ->
          new Refused(
              415,
              List.of(new Header("Content-Type", "application/json")),
              new JsonText().text("error", "a body says Content-Type: application/json").bytes());
      case Decision decided -> decided;
    };
  }

  /** Checked when the head has come, before any of the body. */
  private static boolean hasBody(Request request) {
    var length = request.header("content-length");
    return request.body().length > 0
        || request.header("transfer-encoding") != null
        || (length != null && !length.equals("0"));
  }
}

package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Routes;
import java.util.List;

/** Routes that answer at once, with content that identifies the request. */
final class TestRoutes {
  /** {@code /echo} returns the body, {@code /path} the path and query. */
  static final Routes ECHO =
      Routes.none()
          .with("/echo", (request, response) -> response.send(200, List.of(), request.body()))
          .with(
              "GET",
              "/path",
              (request, response) ->
                  response.send(
                      200, List.of(), (request.path() + " " + request.query()).getBytes(UTF_8)));

  private TestRoutes() {}
}

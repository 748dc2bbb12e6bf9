package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Routes;
import java.util.List;

/** Routes that answer at once, with what shows whose request they got. */
final class TestRoutes {
  /** {@code /echo} gives the body back, {@code /path} the path and query. */
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

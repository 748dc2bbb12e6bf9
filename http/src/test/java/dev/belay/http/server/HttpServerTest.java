package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.http.route.Header;
import dev.belay.http.route.Routes;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The HTTP server answers")
final class HttpServerTest {
  private static final Routes ROUTES =
      Routes.none()
          .with(
              "POST", "/echo", (request, response) -> response.send(200, List.of(), request.body()))
          .with(
              "GET",
              "/thread",
              (_, response) ->
                  response.send(
                      200,
                      List.of(new Header("Content-Type", "text/plain")),
                      (Thread.currentThread().getName() + Thread.currentThread().isVirtual())
                          .getBytes(UTF_8)))
          .with(
              "GET",
              "/events",
              (_, response) -> {
                var events = response.stream(List.of());
                events.send("1", "message", "a\nb".getBytes(UTF_8));
                events.end();
              });

  private static HttpServer open() throws IOException {
    return HttpServer.open(
        HttpServerOptions.defaults().at("127.0.0.1", 0), ROUTES, new HandTime(), _ -> {});
  }

  @Test
  void aBodyComesBackAndTheConnectionIsKept() throws IOException {
    try (var server = open();
        var client = new RawClient(server.port())) {
      for (int round = 0; round < 3; round++) {
        var answer = client.post("/echo", "round " + round).answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("round " + round);
      }
    }
  }

  @Test
  void aRequestRunsOnAVirtualThreadOfItsOwn() throws IOException {
    try (var server = open();
        var client = new RawClient(server.port())) {
      assertThat(client.get("/thread").answer().body()).matches("belay-http-\\d+true");
    }
  }

  @Test
  void anEventStreamEndsAndTheConnectionIsKept() throws IOException {
    try (var server = open();
        var client = new RawClient(server.port())) {
      var answer = client.get("/events").answer();
      assertThat(answer.body()).isEqualTo("id: 1\nevent: message\ndata: a\ndata: b\n\n");
      assertThat(answer.header("content-type")).isEqualTo("text/event-stream");
      assertThat(client.get("/thread").answer().status()).isEqualTo(200);
    }
  }
}

package dev.belay.http.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.http.stream.FakeResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Routes answer by exact path and method")
final class RoutesTest {
  private final Routes routes =
      Routes.none()
          .with("POST", "/mcp", answering("posted"))
          .with("DELETE", "/mcp", answering("deleted"))
          .with("/any", answering("anything"))
          .with("GET", "/any", answering("got"))
          .with("POST", PathPattern.of("/calls/{id}/cancel"), answering("cancelled"))
          .with("GET", "/calls/all/cancel", answering("exact"));

  private static Route answering(String text) {
    return (_, response) -> response.send(200, List.of(), text.getBytes(UTF_8));
  }

  private String ask(String method, String path) throws InterruptedException {
    var response = new FakeResponse();
    routes.handle(new Request(method, path, null, Map.of(), new byte[0], "127.0.0.1"), response);
    return response.status + " " + response.headers + " " + response.body;
  }

  @Test
  void theRouteOfThatMethodAnswersElseTheOneForAny() throws InterruptedException {
    assertThat(ask("POST", "/mcp")).isEqualTo("200 [] posted");
    assertThat(ask("GET", "/any")).isEqualTo("200 [] got");
    assertThat(ask("PATCH", "/any")).isEqualTo("200 [] anything");
  }

  @Test
  void anotherMethodIsToldWhichThereAre() throws InterruptedException {
    assertThat(ask("GET", "/mcp")).startsWith("405 ").contains("Allow", "POST, DELETE");
  }

  @Test
  void anotherSpellingOfAPathIsAnotherPath() throws InterruptedException {
    for (String path : List.of("/", "/mcp/", "//mcp", "/MCP", "/m%63p", "/./mcp")) {
      assertThat(ask("POST", path)).as(path).startsWith("404 ").contains("MCP is at /mcp");
    }
  }

  @Test
  void onePartOfAPathMayDiffer() throws InterruptedException {
    assertThat(ask("POST", "/calls/7/cancel")).isEqualTo("200 [] cancelled");
    assertThat(ask("GET", "/calls/7/cancel")).startsWith("405 ").contains("Allow", "POST");
    assertThat(ask("GET", "/calls/all/cancel")).isEqualTo("200 [] exact");
    assertThat(ask("POST", "/calls//cancel")).startsWith("404 ");
    assertThat(ask("POST", "/calls/7/8/cancel")).startsWith("404 ");
    assertThat(ask("POST", "/calls/7")).startsWith("404 ");
  }

  @Test
  void aPatternSaysWhichPartItMeans() {
    var last = PathPattern.of("/calls/{id}");
    assertThat(last.parameter("/calls/7")).isEqualTo("7");
    assertThat(last.parameter("/calls/")).isNull();
    assertThat(last).hasToString("/calls/{id}");
    for (var wrong : List.of("/calls", "/calls/{}", "/calls/{id", "/calls/{id}s", "calls{id}")) {
      assertThatIllegalArgumentException().isThrownBy(() -> PathPattern.of(wrong));
    }
  }

  @Test
  void severalPartsOfAPathMayDiffer() {
    var both = PathPattern.of("/turns/{id}/abort/{tool}");
    assertThat(both.parameters("/turns/a%3Ab/abort/c")).containsExactly("a%3Ab", "c");
    assertThat(both.parameters("/turns/a/abort/")).isNull();
    assertThat(both.parameters("/turns/a/start/c")).isNull();
    assertThat(both).hasToString("/turns/{id}/abort/{tool}");
  }

  @Test
  void everyRouteCanBeListed() {
    var more = Routes.none().with("GET", "/health", answering("well"));
    assertThat(routes.with(more).listed())
        .containsExactly(
            "POST /mcp",
            "DELETE /mcp",
            "GET /any",
            "* /any",
            "GET /calls/all/cancel",
            "GET /health",
            "POST /calls/{id}/cancel");
  }
}

package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("A gateway does what it publishes about itself, and publishes all that it does")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class PublishedTest {
  private static final Pattern HEADING = Pattern.compile("(?m)^## `([A-Z]+ /[^`]*)`$");
  private static final Pattern OURS = Pattern.compile("[A-Z]+ /(api|health|metrics)(/.*)?");
  private static final String TOKEN = "adas-token-0123456789";

  private final Traffic traffic = new Traffic();

  private static String turn(String... uses) {
    return "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[%s]}"
        .formatted(String.join(",", uses));
  }

  private static String use(String id, String tool, String input) {
    return "{\"id\":\"%s\",\"name\":\"%s\",\"input\":%s}".formatted(id, tool, input);
  }

  private HttpAnswer get(ScriptedHttpClient client, String path) {
    return traffic.send(client, client.bare("GET").to(path));
  }

  private HttpAnswer post(ScriptedHttpClient client, String path, String body) {
    return traffic.send(client, client.bare("POST").to(path).withBody(body));
  }

  private HttpAnswer live(ScriptedHttpClient client, String body) {
    return traffic.send(
        client,
        client.bare("POST").to("/api/turns").with("Accept", "text/event-stream").withBody(body));
  }

  private static String id(HttpAnswer live) throws InterruptedException {
    var start = live.awaitEvent(event -> event.type().equals("turn_start")).data();
    return Json.parse(start).at("turnId").text();
  }

  private static Serve open() throws IOException {
    return Serve.process().auth("{\"mode\":\"none\"}");
  }

  @Test
  @DisplayName("Every route is in the OpenAPI document and has its section, and no other is")
  void everyRoute() throws IOException, InterruptedException {
    try (var served = open().start()) {
      var routes = served.listed().stream().filter(OURS.asMatchPredicate()).toList();
      assertThat(routes).contains("POST /api/turns", "GET /health", "GET /api/schema/{name}");
      assertThat(Published.by(served.modern()).operations())
          .containsExactlyInAnyOrderElementsOf(routes);
      var page = Files.readString(Path.of("../docs/http-api.md"));
      assertThat(HEADING.matcher(page).results().map(heading -> heading.group(1)))
          .containsExactlyInAnyOrderElementsOf(routes);
    }
  }

  @Test
  @DisplayName("A hang, a result, errors, a limit, a loop and aborts: all of it as it is published")
  void turns() throws IOException, InterruptedException {
    try (var served = open().and("other").start()) {
      var client = served.modern();
      var hangs = live(client, turn(use("a", "faulty__hang_honouring_cancel", "{}")));
      var path = "/api/turns/" + id(hangs);
      served.awaitCalls("hang_honouring_cancel", 1);
      var reader = get(client, path + "/events");
      var _ = get(client, path).body();
      var _ = get(client, "/api/turns/active").body();
      var calls = Json.parse(get(client, "/api/calls").body()).at("calls").items();
      var _ = get(client, "/health").body();
      assertThat(post(client, path + "/abort", "").status()).isEqualTo(200);
      var _ = hangs.awaitEnd();
      var _ = reader.awaitEnd();
      var _ = get(client, path).body();
      var cancel = "/api/calls/" + calls.getFirst().at("id").text() + "/cancel";
      assertThat(post(client, cancel, "{\"reason\":\"late\"}").status()).isEqualTo(200);
      assertThat(post(client, cancel, "7").status()).isEqualTo(400);
      everyEnd(client);
      assertThat(get(client, "/api/schema").status()).isEqualTo(200);
      assertThat(get(client, "/api/schema/turn-event").status()).isEqualTo(200);
      assertThat(get(client, "/api/schema/nothing").status()).isEqualTo(404);
      assertThat(get(client, "/metrics").status()).isEqualTo(200);
      assertThat(traffic.events())
          .contains("turn_start", "tool_start", "tool_timeout", "tool_cancelled", "tool_result")
          .contains("error", "turn_complete", "turn_abort");
      traffic.assertIsAs(Published.by(client));
    }
  }

  private void everyEnd(ScriptedHttpClient client) throws InterruptedException {
    var ends =
        live(
            client,
            turn(
                use("result", "faulty__echo", "{\"text\":\"one\"}"),
                use("unknown", "no_such_tool", "{}"),
                use("crash", "other__crash", "{}"),
                use("limit", "faulty__hang_honouring_cancel", "{\"_timeout\":200}")));
    var _ = ends.awaitEnd();
    assertThat(ends.events().getLast().type()).isEqualTo("turn_complete");
    var echoes =
        Stream.iterate(0, i -> i + 1)
            .limit(6)
            .map(i -> use("c" + i, "faulty__echo", "{\"text\":\"again\"}"));
    var loops = post(client, "/api/turns", turn(echoes.toArray(String[]::new)));
    assertThat(Json.parse(loops.body()).at("detail").text()).as(loops.body()).isEqualTo("loop");
  }

  @Test
  @DisplayName("Who may not come in is told so as it is published")
  void refusals() throws IOException, InterruptedException {
    var serve =
        Serve.process()
            .outside("BELAY_TOKENS", "ada: " + TOKEN + "\n")
            .auth("{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}");
    try (var served = serve.start();
        var open = open().start()) {
      var published = Published.by(open.modern());
      assertThat(get(served.modern(), "/api/turns/active").status()).isEqualTo(401);
      var foreign = served.modern();
      var page = foreign.bare("GET").to("/health").with("Origin", "https://evil.example");
      assertThat(traffic.send(foreign, page).status()).isEqualTo(403);
      var ada = served.modern().always("Authorization", "Bearer " + TOKEN);
      assertThat(get(ada, "/api/turns/active").status()).isEqualTo(200);
      assertThat(get(ada, "/api/turns/active?access_token=" + TOKEN).status()).isEqualTo(400);
      assertThat(get(served.modern(), "/health/live").status()).isEqualTo(200);
      assertThat(get(served.modern(), "/health").body())
          .as("SEC-L3: strangers hear a word")
          .matches("\\{\"status\":\"\\w+\"}");
      assertThat(get(ada, "/health").body()).contains("\"upstreams\":[{\"name\":");
      assertThat(get(served.modern().always("Authorization", "Bearer x"), "/health").status())
          .isEqualTo(401);
      traffic.assertIsAs(published);
    }
  }
}

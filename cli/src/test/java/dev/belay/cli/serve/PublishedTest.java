package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A gateway does what it publishes about itself, and publishes all that it does")
@Tag("process")
final class PublishedTest {
  private static final Pattern HEADING = Pattern.compile("(?m)^## `([A-Z]+ /[^`]*)`$");
  private static final Pattern OURS = Pattern.compile("[A-Z]+ /(api|health|metrics)(/.*)?");
  private static final Set<String> STREAMS = Set.of("GET /api/events", "GET /api/live");

  private final Traffic traffic = new Traffic();

  private HttpAnswer live(ScriptedHttpClient client, String body) {
    return traffic.send(
        client,
        client.bare("POST").to("/api/turns").with("Accept", "text/event-stream").withBody(body));
  }

  private static String id(HttpAnswer live) throws InterruptedException {
    var start = live.awaitEvent(event -> event.type().equals("turn_start")).data();
    return Json.parse(start).at("turnId").text();
  }

  private static Serve open() throws IOException, InterruptedException {
    return Serve.puppet().auth("{\"mode\":\"none\"}");
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
  @DisplayName("Turns with a hang, a result, an error, a limit, a loop and aborts, as published")
  void turns() throws IOException, InterruptedException {
    var time = new HandTime();
    try (var served = open().on(time).start()) {
      var client = served.modern();
      var hang = Turns.use("h", "hang_honouring_cancel", "{}");
      var hangs = live(client, Turns.body(Turns.use("a", "echo", "{\"text\":\"one\"}"), hang));
      var path = "/api/turns/" + id(hangs);
      served.awaitCalls("hang_honouring_cancel", 1);
      var reader = traffic.get(client, path + "/events");
      var _ = traffic.get(client, path).body();
      var _ = traffic.get(client, "/api/turns/active").body();
      var calls = Json.parse(traffic.get(client, "/api/calls").body()).at("calls").items();
      assertThat(traffic.post(client, path + "/abort", "").status()).isEqualTo(200);
      var _ = hangs.awaitEnd();
      var _ = reader.awaitEnd();
      var _ = traffic.get(client, path).body();
      var call = calls.getFirst().at("id").text();
      assertThat(traffic.post(client, "/api/calls/" + call + "/cancel", "7").status())
          .isEqualTo(400);
      assertThat(
              traffic
                  .post(client, "/api/calls/" + call + "/cancel", "{\"reason\":\"late\"}")
                  .status())
          .isEqualTo(200);
      assertThat(traffic.get(client, "/api/history/" + call).status()).isEqualTo(200);

      var ends = live(client, Turns.body(Turns.use("unknown", "no_such_tool", "{}"), hang));
      served.awaitCalls("hang_honouring_cancel", 2);
      time.advance(Duration.ofMinutes(5));
      var _ = ends.awaitEnd();
      assertThat(ends.events().getLast().type()).isEqualTo("turn_complete");
      var echoes =
          IntStream.range(0, 6).mapToObj(i -> Turns.use("c" + i, "echo", "{\"text\":\"again\"}"));
      var loops = traffic.post(client, "/api/turns", Turns.body(echoes.toArray(String[]::new)));
      assertThat(Json.parse(loops.body()).at("detail").text()).as(loops.body()).isEqualTo("loop");
      assertThat(traffic.events())
          .contains("turn_start", "tool_start", "tool_timeout", "tool_cancelled", "tool_result")
          .contains("error", "turn_complete", "turn_abort");
      traffic.assertIsAs(Published.by(client));
    }
  }

  @Test
  @DisplayName("What can be asked for without knowing more is as published, with a job and a call")
  void seen() throws IOException, InterruptedException {
    var serve =
        open().tool("sleep", "{\"job\":\"always\"}").tool("state", "{\"approval\":\"person\"}");
    try (var served = serve.start()) {
      var client = served.modern();
      var gate = served.gate();
      var handle = client.call("sleep", gate.arguments()).at("result", "structuredContent");
      var job = "/api/jobs/" + handle.at("job_id").text();
      var _ = Served.call(client, "1", "state", "{}");
      Patience.await(
          () -> traffic.get(client, "/api/approvals").body().contains("\"open\""),
          () -> "no call waits");
      assertThat(traffic.get(client, job + "/result").status()).isEqualTo(409);
      assertThat(traffic.send(client, client.bare("DELETE").to(job)).status()).isEqualTo(409);
      gate.open();
      assertThat(traffic.get(client, job + "?wait=60").body()).contains("\"completed\"");
      assertThat(traffic.get(client, job + "/result").status()).isEqualTo(200);
      var published = Published.by(client);
      for (var route : published.operations()) {
        if (route.startsWith("GET ") && !route.contains("{") && !STREAMS.contains(route)) {
          assertThat(traffic.get(client, route.substring(4)).status()).as(route).isEqualTo(200);
        }
      }
      assertThat(traffic.get(client, "/api/schema/turn-event").status()).isEqualTo(200);
      assertThat(traffic.get(client, "/api/schema/nothing").status()).isEqualTo(404);
      assertThat(traffic.get(client, "/api/jobs?limit=0").status()).isEqualTo(400);
      assertThat(traffic.send(client, client.bare("DELETE").to(job)).status()).isEqualTo(200);
      traffic.assertIsAs(published);
    }
  }
}

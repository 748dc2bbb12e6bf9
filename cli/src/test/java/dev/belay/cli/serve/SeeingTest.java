package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("What runs behind belay serve, and by which configuration, can be seen over HTTP")
@Tag("process")
final class SeeingTest {
  private Serve serve;
  @AutoClose private Served served;
  private ScriptedHttpClient client;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    serve =
        Serve.puppet()
            .auth("{\"mode\":\"none\"}")
            .with("headers", "{\"X-Key\":\"a-secret\"}")
            // By default a list is kept for a second, which a busy machine may need for three.
            .mcp("tools_list", "{\"cache_ttl_ms\":60000}");
    served = serve.start();
    client = served.legacy();
  }

  private HttpAnswer get(String path) {
    return client.send(client.bare("GET").to(path));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  @Test
  @DisplayName(
      "P19: a stream of events goes on where it stopped, with nothing lost and nothing twice, and"
          + " tells who was away for too long of the gap")
  void eventsAreResumed() throws IOException, InterruptedException {
    var asOf = json(get("/api/calls")).at("as_of").text();
    var live = client.send(client.get().to("/api/events"));
    assertThat(live.head().isEventStream()).isTrue();
    assertThat(text(call(client, "1", "echo", "{\"text\":\"hi\"}").response())).isEqualTo("hi");
    var settled = live.awaitEvent(event -> event.type().equals("settled"));
    var running = live.awaitEvent(event -> event.type().equals("running"));
    live.line().close();

    var resumed = client.send(client.get().to("/api/events").with("Last-Event-ID", running.id()));
    assertThat(resumed.awaitEvent(event -> !event.id().isEmpty()).id()).isEqualTo(settled.id());
    var whole = client.send(client.get().to("/api/events?after=" + asOf));
    assertThat(whole.awaitEvent(event -> !event.id().isEmpty()).type()).isEqualTo("accepted");
    assertThat(whole.awaitEvent(event -> event.type().equals("settled")).id())
        .isEqualTo(settled.id());
    var _ =
        call(client, "2", "flood_progress", "{\"count\":20000}", "{\"progressToken\":\"p\"}")
            .response();
    var late = client.send(client.get().to("/api/events").with("Last-Event-ID", asOf));
    var gap = late.awaitEvent(event -> event.type().equals("replay_gap"));
    assertThat(Json.parse(gap.data()).at("missed").number(0)).isPositive();
  }

  @Test
  @DisplayName("S4-13, S4-21: health counts lists that were kept, and has no secret")
  void healthOfLists() throws InterruptedException {
    for (int i = 0; i < 4; i++) {
      assertThat(client.ask("tools/list", "{}").at("result", "tools").items()).isNotEmpty();
    }
    var lists = json(get("/health")).at("catalog");
    assertThat(lists.at("cache_hits").number(0)).isEqualTo(3);
    assertThat(lists.at("cache_misses").number(0)).isEqualTo(1);
    assertThat(lists.at("hit_rate_pct").raw()).startsWith("75");
    assertThat(get("/health").body()).doesNotContain("a-secret");
  }

  @Test
  @DisplayName("Health and Prometheus count requests, calls and sessions, the first ones too")
  void figures() throws InterruptedException {
    assertThat(text(call(client, "1", "echo", "{\"text\":\"hi\"}").response())).isEqualTo("hi");
    var health = json(get("/health"));
    assertThat(health.at("sessions").raw()).isEqualTo("{\"open\":1,\"legacy\":1,\"sse\":0}");
    assertThat(health.at("observability", "top_endpoints").items())
        .anySatisfy(endpoint -> {
          assertThat(endpoint.at("endpoint").text()).isEqualTo("mcp:/mcp tools/call");
          assertThat(endpoint.at("requests").raw()).isEqualTo("1");
          assertThat(endpoint.at("errors").raw()).isEqualTo("0");
        });
    assertThat(get("/health/ready").status()).isEqualTo(200);
    var answer = get("/metrics");
    assertThat(answer.field("Content-Type")).startsWith("text/plain; version=0.0.4");
    assertThat(answer.body())
        .contains(
            "belay_calls_total{cause=\"\",outcome=\"completed\",tool=\"echo\",upstream=\"faulty\"}"
                + " 1.0",
            "belay_call_duration_seconds_count{tool=\"echo\",upstream=\"faulty\"} 1",
            "belay_upstream_up{upstream=\"faulty\"} 1.0",
            "belay_sessions{kind=\"legacy\"} 1.0",
            "jvm_memory_used_bytes{");
    var _ = call(client, "2", "no_such_tool", "{}").response();
    Patience.await(
        () -> get("/metrics").body().contains("tool=\"no_such_tool\""),
        () -> "the second call is not counted");
  }

  @Test
  void aServerThatDoesNotStartIsDownAndNothingItWroteIsShown()
      throws IOException, InterruptedException {
    try (var other =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .with("command", "\"/no/such/program\"")
            .start()) {
      var guest = other.modern();
      var answer = guest.send(guest.bare("GET").to("/health"));
      assertThat(answer.status()).isEqualTo(503);
      var upstream = json(answer).at("upstreams").items().getFirst();
      assertThat(upstream.at("state").text()).isEqualTo("down");
      assertThat(upstream.at("detail").text())
          .isEqualTo("cannot start /no/such/program: there is no such file");
      assertThat(guest.send(guest.bare("GET").to("/health/live")).status()).isEqualTo(200);
      assertThat(guest.send(guest.bare("GET").to("/health/ready")).body())
          .isEqualTo("{\"status\":\"degraded\"}");
    }
  }

  @Test
  @DisplayName("The tools that a list has had are there with their limits, also after a reload")
  void config() throws IOException, InterruptedException {
    var _ = client.request("1", "tools/list", "{}").awaitEnd();
    var echo = echo(json(get("/api/config")));
    assertThat(echo.at("timeout_s").raw()).isEqualTo("1800");
    assertThat(echo.at("timeout_origin").text()).isEqualTo("default");
    assertThat(Integer.parseInt(echo.at("definition_bytes").raw())).isGreaterThan(40);
    served.replace(serve.tool("echo", "{\"timeout\":9}").settings());
    var changed = json(get("/api/config"));
    assertThat(echo(changed).at("timeout_s").raw()).isEqualTo("9");
    assertThat(echo(changed).at("timeout_lever").text()).isEqualTo("tools.\"echo\".timeout");
    assertThat(changed.at("values").raw()).contains("tools.\\\"echo\\\".timeout");
  }

  private static Json echo(Json config) {
    return config.at("tools").items().stream()
        .filter(tool -> tool.at("tool").text().equals("echo"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @DisplayName(
      "A link on another page opens what is only looked at, and nothing under /api or MCP; a page"
          + " of another site reaches none of it")
  void otherPages() throws InterruptedException {
    for (var path : new String[] {"/health", "/health/live", "/health/ready", "/metrics"}) {
      assertThat(client.send(link(path)).status()).as(path).isEqualTo(200);
      assertThat(client.send(link(path).replacing("Sec-Fetch-Mode", "cors")).status())
          .as(path)
          .isEqualTo(403);
    }
    for (var path : new String[] {"/api/calls", "/api/events", "/sse", "/mcp", "/messages"}) {
      assertThat(client.send(link(path).with("Cookie", "token=x")).status())
          .as(path)
          .isEqualTo(403);
    }
  }

  private RawRequest link(String path) {
    return client
        .bare("GET")
        .to(path)
        .with("Sec-Fetch-Site", "same-site")
        .with("Sec-Fetch-Mode", "navigate")
        .with("Sec-Fetch-Dest", "document");
  }
}

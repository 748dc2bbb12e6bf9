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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What runs behind belay serve can be seen and stopped over HTTP")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class SeeingTest {
  private Served served;
  private ScriptedHttpClient client;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().auth("{\"mode\":\"none\"}").start();
    client = served.legacy();
  }

  @AfterEach
  void close() throws IOException {
    served.close();
  }

  private HttpAnswer get(String path) {
    return client.send(client.bare("GET").to(path));
  }

  private HttpAnswer cancel(String id, String body) {
    return client.send(client.bare("POST").to("/api/calls/" + id + "/cancel").withBody(body));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  private Json onlyCall() throws InterruptedException {
    var calls = json(get("/api/calls")).at("calls").items();
    assertThat(calls).hasSize(1);
    return calls.getFirst();
  }

  @Test
  @DisplayName("GET /api/calls tells of a running call all that ps shows")
  void aRunningCallIsListed() throws InterruptedException {
    var progress =
        call(client, "1", "beat_forever", "{\"everyMs\":20}", "{\"progressToken\":\"p\"}");
    var _ = progress.awaitMethod("notifications/progress");
    assertThat(onlyCall().at("arguments").raw()).as("before a list was read").isEqualTo("null");
    assertThat(client.request("2", "tools/list", "{}").body()).contains("beat_forever");

    var seen = onlyCall();

    assertThat(seen.at("arguments").text()).isEqualTo("everyMs=20");

    assertThat(seen.at("tool").text()).isEqualTo("beat_forever");
    assertThat(seen.at("upstream").text()).isEqualTo("faulty");
    assertThat(seen.at("principal").text()).isEqualTo("local");
    assertThat(seen.at("client").text()).isEqualTo("scripted");
    assertThat(seen.at("turn").raw()).isEqualTo("null");
    assertThat(seen.at("state").text()).isEqualTo("running");
    assertThat(seen.at("held").raw()).isEqualTo("null");
    assertThat(seen.at("limits").raw()).isEqualTo("{\"timeout_s\":1800,\"idle_timeout_s\":300}");
    assertThat(seen.at("attempt").raw()).isEqualTo("1");
    assertThat(seen.at("progress_backed").raw()).isEqualTo("true");
    assertThat(seen.at("accepted_at").text()).endsWith("Z");
    assertThat(Double.parseDouble(seen.at("elapsed_s").raw())).isPositive();
    assertThat(seen.at("last_heartbeat", "done").present()).isTrue();
    assertThat(Double.parseDouble(seen.at("last_heartbeat", "age_s").raw())).isLessThan(60);
  }

  @Test
  @DisplayName("A cancelled call answers its client, and twice is once")
  void aCallIsCancelled() throws InterruptedException {
    var hanging = call(client, "1", "hang_honouring_cancel", "{}");
    served.awaitCalls("hang_honouring_cancel", 1);
    var id = onlyCall().at("id").text();

    var first = cancel(id, "{\"reason\":\"wrong\\ndirectory\"}");

    assertThat(first.status()).isEqualTo(200);
    assertThat(first.body())
        .isEqualTo(
            "{\"id\":\""
                + id
                + "\",\"cancelled\":true,\"state\":\"settled\",\"stopped\":\"told\",\"killed\":[],"
                + "\"left_behind\":[]}");
    assertThat(text(hanging.response()))
        .isEqualTo("[CANCELLED] Call cancelled by user. (local: wrong directory)");
    var again = cancel(id, "");
    assertThat(again.status()).isEqualTo(200);
    assertThat(again.body())
        .isEqualTo(
            "{\"id\":\""
                + id
                + "\",\"cancelled\":false,\"state\":\"settled\",\"stopped\":null,\"killed\":[],"
                + "\"left_behind\":[]}");
    assertThat(json(get("/api/calls")).at("calls").items()).isEmpty();
    var _ = served.awaitLog("cancelled", _ -> true, 1);
  }

  @Test
  void whatCannotBeCancelledIsSaidToBeSo() throws InterruptedException {
    assertThat(cancel("local-0123456789abcdef0123456789abcdef", "").status()).isEqualTo(404);
    assertThat(cancel("anything", "").body()).isEqualTo("{\"error\":\"no such call\"}");
    assertThat(cancel("anything", "[]").status()).isEqualTo(400);
    assertThat(cancel("anything", "{\"reason\":").status()).isEqualTo(400);
    assertThat(client.send(client.bare("GET").to("/api/calls/1/cancel")).status()).isEqualTo(405);
  }

  @Test
  @DisplayName(
      "P19: a stream of events goes on where it stopped, with nothing lost and nothing twice")
  void eventsAreResumed() throws IOException, InterruptedException {
    var asOf = json(get("/api/calls")).at("as_of").text();
    var live = client.send(client.get().to("/api/events"));
    assertThat(live.head().isEventStream()).isTrue();
    assertThat(text(call(client, "1", "echo", "{\"text\":\"hi\"}").response())).isEqualTo("hi");

    var settled = live.awaitEvent(event -> event.type().equals("settled"));
    var data = Json.parse(settled.data());
    assertThat(data.at("call", "tool").text()).isEqualTo("echo");
    assertThat(data.at("call", "upstream").text()).isEqualTo("faulty");
    assertThat(data.at("outcome").text()).isEqualTo("completed");
    assertThat(data.at("v").raw()).isEqualTo("1");
    var running = live.awaitEvent(event -> event.type().equals("running"));
    live.line().close();

    var resumed = client.send(client.get().to("/api/events").with("Last-Event-ID", running.id()));
    assertThat(resumed.awaitEvent(event -> !event.id().isEmpty()).id()).isEqualTo(settled.id());
    var whole = client.send(client.get().to("/api/events?after=" + asOf));
    assertThat(whole.awaitEvent(event -> !event.id().isEmpty()).type()).isEqualTo("accepted");
    assertThat(whole.awaitEvent(event -> event.type().equals("settled")).id())
        .isEqualTo(settled.id());
  }

  @Test
  @DisplayName("P19: who was away for too long, or comes from another run, is told of the gap")
  void aGapIsToldOf() throws InterruptedException {
    var foreign = client.send(client.get().to("/api/events").with("Last-Event-ID", "00000000-17"));
    assertThat(foreign.awaitEvent(event -> !event.isComment() && event.retry().isEmpty()).data())
        .isEqualTo("{\"missed\":null}");
    var asOf = json(get("/api/calls")).at("as_of").text();
    var _ =
        call(client, "1", "flood_progress", "{\"count\":20000}", "{\"progressToken\":\"p\"}")
            .response();
    var late = client.send(client.get().to("/api/events").with("Last-Event-ID", asOf));
    var gap = late.awaitEvent(event -> event.type().equals("replay_gap"));
    assertThat(Json.parse(gap.data()).at("missed").number(0)).isPositive();
  }

  @Test
  @DisplayName("S4-13: health tells what became of requests for lists")
  void healthOfLists() throws IOException, InterruptedException {
    try (var other =
        Serve.process()
            .auth("{\"mode\":\"none\"}")
            .with("env", "{\"KEY\":\"a-secret\"}")
            .and("other")
            // By default a list is kept for a second, which a busy machine may need for three.
            .mcp("tools_list", "{\"cache_ttl_ms\":60000}")
            .start()) {
      var guest = other.modern();
      // A server later than the first list makes it build another.
      Patience.await(
          () -> {
            var list = guest.ask("tools/list", "{}").raw();
            return list.contains("faulty__echo") && list.contains("other__echo");
          },
          () -> "the servers are not all there");
      var before = json(guest.send(guest.bare("GET").to("/health"))).at("catalog");
      for (int i = 0; i < 3; i++) {
        assertThat(guest.ask("tools/list", "{}").at("result", "tools").items()).isNotEmpty();
      }
      var answer = guest.send(guest.bare("GET").to("/health"));
      var lists = json(answer).at("catalog");
      long hits = lists.at("cache_hits").number(0);
      long misses = lists.at("cache_misses").number(0);
      assertThat(hits).isEqualTo(before.at("cache_hits").number(0) + 3);
      assertThat(misses).isEqualTo(before.at("cache_misses").number(0)).isPositive();
      assertThat(lists.at("hit_rate_pct").raw())
          .startsWith(Long.toString(100 * hits / (hits + misses)));
      assertThat(answer.body()).doesNotContain("a-secret");
    }
  }

  @Test
  @DisplayName("S4-13, S4-21: lists of an only server are kept and counted as those of many are")
  void healthOfListsOfOne() throws InterruptedException {
    var guest = served.modern();
    for (int i = 0; i < 20; i++) {
      assertThat(guest.ask("tools/list", "{}").at("result", "tools").items()).isNotEmpty();
    }
    var lists = json(get("/health")).at("catalog");
    assertThat(lists.at("cache_hits").number(0)).isPositive();
    assertThat(lists.at("cache_misses").number(0)).isPositive();
    assertThat(lists.at("cache_hits").number(0) + lists.at("cache_misses").number(0)).isEqualTo(20);
    assertThat(lists.at("tools").number(0)).isPositive();
  }

  @Test
  @DisplayName("S4-19: health tells how everything does")
  void health() throws InterruptedException {
    assertThat(text(call(client, "1", "echo", "{\"text\":\"hi\"}").response())).isEqualTo("hi");
    var answer = get("/health");
    assertThat(answer.status()).isEqualTo(200);
    var health = json(answer);
    assertThat(health.at("status").text()).isEqualTo("ok");
    assertThat(health.at("ready").raw()).isEqualTo("true");
    var upstream = health.at("upstreams").items().getFirst();
    assertThat(upstream.raw())
        .isEqualTo(
            "{\"name\":\"faulty\",\"state\":\"up\",\"era\":\"legacy\",\"transport\":\"stdio\","
                + "\"restarts\":0,\"in_flight\":0,\"retiring\":[],\"ignored_stops\":0,\"abandoned\":0,"
                + "\"tools_waiting\":0,\"tools_refused\":0,\"breaker\":{\"state\":\"closed\",\"failure_rate_pct\":0,\"calls\":1}}");
    assertThat(health.at("sessions").raw()).isEqualTo("{\"open\":1,\"legacy\":1,\"sse\":0}");
    assertThat(health.at("calls").raw()).isEqualTo("{\"running\":0,\"waiting\":0,\"abandoned\":0}");
    var endpoints = health.at("observability", "top_endpoints").items();
    assertThat(endpoints)
        .anySatisfy(endpoint -> {
          assertThat(endpoint.at("endpoint").text()).isEqualTo("mcp:/mcp tools/call");
          assertThat(endpoint.at("requests").raw()).isEqualTo("1");
          assertThat(endpoint.at("errors").raw()).isEqualTo("0");
        });
    assertThat(get("/health/live").body()).isEqualTo("{\"status\":\"ok\"}");
    assertThat(get("/health/ready").status()).isEqualTo(200);
  }

  @Test
  @DisplayName("Prometheus finds calls by tool, server, outcome and cause, the first ones too")
  void metrics() throws InterruptedException {
    assertThat(text(call(client, "1", "echo", "{\"text\":\"hi\"}").response())).isEqualTo("hi");
    var answer = get("/metrics");
    assertThat(answer.status()).isEqualTo(200);
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
  @DisplayName("A link on such a page opens what is only looked at, and nothing under /api or MCP")
  void aLinkIsFollowed() throws InterruptedException {
    for (var path : new String[] {"/health", "/health/live", "/health/ready", "/metrics"}) {
      assertThat(client.send(link(path)).status()).as(path).isNotEqualTo(403);
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

  @Test
  @DisplayName("A page of another site reaches none of it")
  void aForeignPageIsTurnedAway() throws InterruptedException {
    for (var path : new String[] {"/api/calls", "/api/events", "/health", "/metrics"}) {
      var request = client.bare("GET").to(path);
      assertThat(client.send(request.with("Sec-Fetch-Site", "cross-site")).status()).isEqualTo(403);
      assertThat(client.send(request.with("Origin", "https://evil.example")).status())
          .isEqualTo(403);
      assertThat(client.send(request.replacing("Host", "evil.example")).status()).isEqualTo(403);
    }
  }
}

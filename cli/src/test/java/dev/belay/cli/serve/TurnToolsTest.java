package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What tools a turn over HTTP has, and what they may run beside")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnToolsTest {
  private static final String STATUS = use("s", "session_status", "{}");

  private static Serve serve() throws IOException {
    return Serve.process().auth("{\"mode\":\"none\"}");
  }

  private static String use(String id, String tool, String input) {
    return "{\"id\":\"%s\",\"name\":\"%s\",\"input\":%s}".formatted(id, tool, input);
  }

  private static String body(String session, String... uses) {
    return "{\"agentId\":\"main\",\"sessionId\":\"%s\",\"toolUses\":[%s]}"
        .formatted(session, String.join(",", uses));
  }

  private static HttpAnswer answer(ScriptedHttpClient client, String session, String... uses) {
    return client.send(client.bare("POST").to("/api/turns").withBody(body(session, uses)));
  }

  private static Json turn(ScriptedHttpClient client, String session, String... uses)
      throws InterruptedException {
    return Json.parse(answer(client, session, uses).body());
  }

  private static List<String> results(Json turn) {
    return turn.at("results").items().stream().map(one -> one.at("result").text()).toList();
  }

  private static HttpAnswer live(ScriptedHttpClient client, String... uses) {
    return client.send(
        client
            .bare("POST")
            .to("/api/turns")
            .with("Accept", "text/event-stream")
            .withBody(body("s1", uses)));
  }

  private static void awaitStart(HttpAnswer live, String toolId) throws InterruptedException {
    var _ =
        live.awaitEvent(event ->
            event.type().equals("tool_start")
                && event.data().contains("\"toolId\":\"" + toolId + "\""));
  }

  private static void abortTool(ScriptedHttpClient client, HttpAnswer live, String toolId)
      throws InterruptedException {
    var begun = live.awaitEvent(event -> event.type().equals("turn_start"));
    var id =
        URLEncoder.encode(Json.parse(begun.data()).at("turnId").text(), StandardCharsets.UTF_8);
    var path = "/api/turns/" + id + "/abort-tool/" + toolId;
    assertThat(client.send(client.bare("POST").to(path).withBody("")).status()).isEqualTo(200);
  }

  @Test
  @DisplayName("S1-75, S1-76, S1-77: a turn learns what timed out in its session, and what to do")
  void sessionStatus() throws IOException, InterruptedException {
    try (var served = serve().start()) {
      var client = served.modern();
      var hanging = use("a", "hang_honouring_cancel", "{\"_timeout\":300}");
      assertThat(results(turn(client, "s1", hanging)).getFirst()).startsWith("[TIMEOUT]");
      var status = turn(client, "s1", STATUS, use("e", "echo", "{\"text\":\"x\"}"));
      assertThat(results(status).getFirst())
          .contains(
              "Calls of this turn: 2, this one included",
              "Timed out in this session: hang_honouring_cancel (limit 0.3 s, 1 time).",
              "Given up but still at work: none.",
              "Health: ok.",
              "Advice: hang_honouring_cancel timed out once: ask for less at once");
      assertThat(results(turn(client, "s2", STATUS)).getFirst())
          .as("another session")
          .contains("Timed out in this session: none.", "Nothing has to be done.");
    }
  }

  @Test
  @DisplayName("session_status is for turns alone: no client of MCP sees it, or can call it")
  void turnsAlone() throws IOException, InterruptedException {
    // By default a list is sent without a server that delays it.
    var serve = serve().and("other").mcp("tools_list", "{\"wait_ms\":60000}");
    try (var served = serve.start()) {
      var client = served.modern();
      var list = client.request("1", "tools/list", "{}").response();
      assertThat(list.raw()).contains("faulty__echo").doesNotContain("session_status");
      for (var name : List.of("session_status", "belay__session_status")) {
        var answer = client.request("2", "tools/call", "{\"name\":" + Json.quote(name) + "}");
        assertThat(answer.response().raw()).contains("Unknown tool");
      }
    }
  }

  @Test
  @DisplayName("Whoever asks for no tool is told the nearest names, those of Belay's own as well")
  void nearestNames() throws IOException, InterruptedException {
    try (var served = serve().start()) {
      var results =
          results(
              turn(
                  served.modern(),
                  "s1",
                  use("a", "ecko", "{}"),
                  use("b", "sesion_status", "{}"),
                  use("c", "nothing_like_any_other_at_all", "{}")));
      assertThat(results.getFirst()).contains("Did you mean echo");
      assertThat(results.get(1)).endsWith("Did you mean session_status?");
      assertThat(results.get(2)).doesNotContain("Did you mean");
    }
  }

  @Test
  @DisplayName("C19: writers of one resource wait for each other, in whatever spelling, others not")
  void keyedLanes() throws IOException, InterruptedException {
    try (var served = serve().tool("hang_honouring_cancel", "{\"lane_key\":\"path\"}").start()) {
      var client = served.modern();
      var live =
          live(
              client,
              use("a", "hang_honouring_cancel", "{\"path\":\"x/y\"}"),
              use("b", "hang_honouring_cancel", "{\"path\":\"./x/z/../y\"}"),
              use("c", "hang_honouring_cancel", "{\"path\":\"other\"}"));
      awaitStart(live, "a");
      awaitStart(live, "c");
      served.awaitCalls("hang_honouring_cancel", 2);
      abortTool(client, live, "a");
      awaitStart(live, "b");
      abortTool(client, live, "b");
      abortTool(client, live, "c");
      var _ = live.awaitEnd();
      var starts =
          live.events().stream()
              .filter(event -> event.type().equals("tool_start"))
              .map(event -> event.data())
              .toList();
      assertThat(starts).hasSize(3);
      assertThat(starts.getLast()).contains("\"toolId\":\"b\"");
    }
  }

  @Test
  @DisplayName("http.rate_limit: each call of a turn counts; 429 before any begins")
  void rate() throws IOException, InterruptedException {
    try (var served = serve().http("rate_limit", "\"3/h\"").start()) {
      var client = served.modern();
      var echo = use("e", "echo", "{\"text\":\"x\"}");
      assertThat(answer(client, "s1", echo, use("f", "echo", "{\"text\":\"y\"}")).status())
          .isEqualTo(200);
      var refused = answer(client, "s1", echo, use("f", "echo", "{\"text\":\"y\"}"));
      assertThat(refused.status()).isEqualTo(429);
      assertThat(Integer.parseInt(refused.field("Retry-After"))).isPositive();
      assertThat(answer(client, "s1", echo).status()).isEqualTo(200);
      assertThat(served.upstreamCalls("echo")).hasSize(3);
    }
  }

  @Test
  @DisplayName("turns.loops: how often the same may be asked is configured")
  void loops() throws IOException, InterruptedException {
    try (var served = serve().turns("{\"loops\":{\"warn_at\":0,\"halt_at\":2}}").start()) {
      var turn =
          turn(
              served.modern(),
              "s1",
              use("a", "echo", "{\"text\":\"x\"}"),
              use("b", "echo", "{\"text\":\"x\"}"));
      assertThat(turn.at("detail").text()).isEqualTo("loop");
      assertThat(results(turn)).anyMatch(text -> text.contains("[LOOP DETECTED"));
    }
  }
}

package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("What one message of a model asked for runs as a turn over HTTP")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class TurnsTest {
  private final Traffic traffic = new Traffic();
  private Served served;
  private ScriptedHttpClient client;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.process().auth("{\"mode\":\"none\"}").start();
    client = served.modern();
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    try (var _ = served) {
      traffic.assertIsAs(Published.by(client));
    }
  }

  private static String body(String... uses) {
    return "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"toolUses\":[%s]}"
        .formatted(String.join(",", uses));
  }

  private static String use(String id, String tool, String input) {
    return "{\"id\":\"%s\",\"name\":\"%s\",\"input\":%s}".formatted(id, tool, input);
  }

  private HttpAnswer post(String path, String body) {
    return traffic.send(client, client.bare("POST").to(path).withBody(body));
  }

  private HttpAnswer live(String body) {
    return traffic.send(
        client,
        client.bare("POST").to("/api/turns").with("Accept", "text/event-stream").withBody(body));
  }

  private HttpAnswer get(String path) {
    return traffic.send(client, client.bare("GET").to(path));
  }

  private static Json json(HttpAnswer answer) throws InterruptedException {
    return Json.parse(answer.body());
  }

  private static Json data(HttpAnswer live, String type) throws InterruptedException {
    return Json.parse(live.awaitEvent(event -> event.type().equals(type)).data());
  }

  private static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  private static List<String> types(HttpAnswer live) throws InterruptedException {
    var _ = live.awaitEnd();
    return live.events().stream()
        .filter(event -> !event.type().isEmpty())
        .map(event -> event.type())
        .toList();
  }

  @Test
  @DisplayName("S1-13, S1-61: all results, in the order of the calls, each as it went")
  void allResults() throws InterruptedException {
    var answer =
        post(
            "/api/turns",
            body(
                use("a", "echo", "{\"text\":\"one\",\"_timeout\":60000}"),
                use("b", "no_such_tool", "{}"),
                use("c", "echo", "{\"text\":\"three\"}")));
    assertThat(answer.status()).isEqualTo(200);
    var json = json(answer);
    assertThat(json.at("turnId").text()).startsWith("main:s1:");
    assertThat(json.at("status").text()).isEqualTo("complete");
    var results = json.at("results").items();
    assertThat(results).extracting(one -> one.at("toolId").text()).containsExactly("a", "b", "c");
    assertThat(results.getFirst().at("result").text()).isEqualTo("one");
    assertThat(results.getFirst().at("content").raw()).contains("\"one\"");
    assertThat(results.get(1).at("isError").raw()).isEqualTo("true");
    assertThat(results.get(2).at("result").text()).isEqualTo("three");
    assertThat(json(get("/api/turns/active")).at("turns").items()).isEmpty();
    assertThat(json(get("/api/turns/" + encoded(json.at("turnId").text()))).at("status").text())
        .isEqualTo("complete");
  }

  @Test
  @DisplayName(
      "S1-49, S1-50, S1-60, S1-91, S1-94, S1-95: events as they come, and an abort for real")
  void abortedLive() throws InterruptedException {
    var live =
        live(body(use("a", "echo", "{\"text\":\"one\"}"), use("b", "hang_honouring_cancel", "{}")));
    var id = data(live, "turn_start").at("turnId").text();
    assertThat(data(live, "tool_result").at("result").text()).isEqualTo("one");
    served.awaitCalls("hang_honouring_cancel", 1);
    var active = json(get("/api/turns/active")).at("turns").items();
    assertThat(active).hasSize(1);
    assertThat(active.getFirst().at("turnId").text()).isEqualTo(id);
    assertThat(active.getFirst().at("currentTool").text()).isEqualTo("hang_honouring_cancel");
    assertThat(active.getFirst().at("toolCallCount").raw()).isEqualTo("2");

    var aborted = post("/api/turns/" + encoded(id) + "/abort", "");
    assertThat(aborted.status()).isEqualTo(200);
    assertThat(json(aborted).raw()).isEqualTo("{\"ok\":true,\"turnId\":\"" + id + "\"}");

    assertThat(types(live))
        .startsWith("turn_start")
        .containsSubsequence("tool_cancelled", "tool_result", "error", "turn_abort")
        .endsWith("turn_abort");
    var _ = served.awaitLog("cancelled", _ -> true, 1);
    var again = post("/api/turns/" + id + "/abort", "");
    assertThat(again.status()).isEqualTo(404);
    assertThat(again.body()).isEqualTo("{\"error\":\"Turn not found or already completed\"}");
  }

  @Test
  @DisplayName("S1-70, S1-103: one call is aborted and the turn goes on")
  void oneCall() throws InterruptedException {
    var live =
        live(
            body(
                use("a:1", "hang_honouring_cancel", "{}"), use("b", "echo", "{\"text\":\"two\"}")));
    var id = data(live, "turn_start").at("turnId").text();
    served.awaitCalls("hang_honouring_cancel", 1);
    var path = "/api/turns/" + encoded(id) + "/abort-tool/";
    assertThat(post(path + "nobody", "").status()).isEqualTo(404);
    assertThat(post(path + encoded("a:1"), "").status()).isEqualTo(200);
    assertThat(data(live, "tool_cancelled").at("reason").text())
        .isEqualTo("[CANCELLED] Tool call aborted by user.");
    assertThat(types(live)).endsWith("turn_complete");
  }

  @Test
  @Claim("S1-53")
  @DisplayName("S1-52, S1-53, S1-92: who posted it and leaves takes it along")
  void disconnect() throws IOException, InterruptedException {
    var live = live(body(use("a", "hang_honouring_cancel", "{}")));
    var id = data(live, "turn_start").at("turnId").text();
    served.awaitCalls("hang_honouring_cancel", 1);
    var reader = traffic.send(client, client.get().to("/api/turns/" + encoded(id) + "/events"));
    live.line().close();
    assertThat(types(reader)).endsWith("turn_abort");
    assertThat(data(reader, "turn_abort").at("detail").text()).isEqualTo("client_disconnect");
    var _ = served.awaitLog("cancelled", _ -> true, 1);
    served.awaitReport("Client disconnected mid-turn [main:s1]");
  }

  @Test
  @DisplayName("C11, P19: readers come and go, see the same in the same order, and go on")
  void readers() throws IOException, InterruptedException {
    var live = live(body(use("a", "hang_honouring_cancel", "{}")));
    var id = encoded(data(live, "turn_start").at("turnId").text());
    served.awaitCalls("hang_honouring_cancel", 1);
    var gone = traffic.send(client, client.get().to("/api/turns/" + id + "/events"));
    var first = gone.awaitEvent(event -> event.type().equals("turn_start"));
    gone.line().close();
    var back =
        traffic.send(
            client,
            client.get().to("/api/turns/" + id + "/events").with("Last-Event-ID", first.id()));
    assertThat(post("/api/turns/" + id + "/abort-tool/a", "").status()).isEqualTo(200);
    var whole = types(live);
    assertThat(whole).endsWith("turn_complete");
    assertThat(types(back)).isEqualTo(whole.subList(1, whole.size()));
    assertThat(types(traffic.send(client, client.get().to("/api/turns/" + id + "/events"))))
        .as("for a while after the end, too")
        .isEqualTo(whole);
  }

  @Test
  @DisplayName("What is no turn is refused, and said why")
  void badInput() throws InterruptedException {
    var echo = use("a", "echo", "{}");
    assertRefused("", "the body is no JSON object");
    assertRefused("{\"agentId\":", "the body is no JSON");
    assertRefused("[]", "the body is no JSON object");
    assertRefused("{\"sessionId\":\"s\",\"toolUses\":[]}", "agentId is missing");
    assertRefused(body(), "toolUses has 0 calls");
    assertRefused(body(echo, echo), "toolUses[1].id is the id of a call before it");
    assertRefused(body("{\"id\":\"\",\"name\":\"echo\"}"), "toolUses[0].id is missing");
    assertRefused(body("7"), "toolUses[0] is no object");
    assertRefused(body(use("a", "echo", "[1]")), "toolUses[0].input is no object");
    assertRefused(
        "{\"agentId\":\"a\",\"sessionId\":\"s\",\"depth\":-1,\"toolUses\":[" + echo + "]}",
        "depth is no whole number");
    assertRefused(
        "{\"agentId\":\"a\",\"sessionId\":\"s\",\"tools\":[]}", "tools is unknown; there are");
    var orphan =
        post(
            "/api/turns",
            "{\"agentId\":\"a\",\"sessionId\":\"s\",\"parentTurnId\":\"x\",\"toolUses\":["
                + echo
                + "]}");
    assertThat(orphan.status()).isEqualTo(409);
    assertThat(get("/api/turns/nobody").status()).isEqualTo(404);
    assertThat(get("/api/turns/%zz/events").status()).isEqualTo(404);
  }

  private void assertRefused(String body, String why) throws InterruptedException {
    var answer = post("/api/turns", body);
    assertThat(answer.status()).as(body).isEqualTo(400);
    assertThat(json(answer).at("error").text()).as(body).startsWith(why);
  }

  @Test
  @DisplayName("A turn below an aborted one ends with it")
  void children() throws InterruptedException {
    var parent = live(body(use("a", "hang_honouring_cancel", "{}")));
    var id = data(parent, "turn_start").at("turnId").text();
    served.awaitCalls("hang_honouring_cancel", 1);
    var child =
        live(
            "{\"agentId\":\"other\",\"sessionId\":\"s2\",\"parentTurnId\":%s,\"toolUses\":[%s]}"
                .formatted(Json.quote(id), use("x", "hang_honouring_cancel", "{}")));
    assertThat(data(child, "turn_start").at("parentTurnId").text()).isEqualTo(id);
    served.awaitCalls("hang_honouring_cancel", 2);
    assertThat(post("/api/turns/" + encoded(id) + "/abort", "").status()).isEqualTo(200);
    assertThat(types(child)).endsWith("turn_abort");
    assertThat(types(parent)).endsWith("turn_abort");
  }

  @Test
  @DisplayName("P25: at the end a turn gets the time that all get")
  void endsWithinTheDrain() throws IOException, InterruptedException {
    try (var brief =
            Serve.process().auth("{\"mode\":\"none\"}").http("drain_timeout", "3600").start();
        var stopping = Executors.newSingleThreadExecutor()) {
      var guest = brief.modern();
      var post = guest.bare("POST").to("/api/turns").with("Accept", "text/event-stream");
      var gate = brief.gate();
      var ends = traffic.send(guest, post.withBody(body(use("a", "sleep", gate.arguments()))));
      brief.awaitCalls("sleep", 1);
      var _ =
          stopping.submit(() -> {
            brief.stop();
            return "stopped";
          });
      brief.awaitReport("stopping: 1 request is running");
      gate.open();
      assertThat(types(ends)).endsWith("turn_complete");
    }
  }

  @Test
  @DisplayName("P25: a turn that takes longer than that is told so, by its last event")
  void shutdown() throws IOException, InterruptedException {
    try (var brief =
        Serve.process().auth("{\"mode\":\"none\"}").http("drain_timeout", "1").start()) {
      var guest = brief.modern();
      var post = guest.bare("POST").to("/api/turns").with("Accept", "text/event-stream");
      var hangs = traffic.send(guest, post.withBody(body(use("b", "hang_honouring_cancel", "{}"))));
      brief.awaitCalls("hang_honouring_cancel", 1);

      brief.stop();

      assertThat(types(hangs)).endsWith("turn_abort");
      assertThat(data(hangs, "turn_abort").at("detail").text()).isEqualTo("server_shutdown");
    }
  }

  @Test
  @DisplayName("A thousand calls are one turn; one more is none")
  void aThousandCalls() throws InterruptedException {
    var uses =
        IntStream.range(0, 1_001)
            .mapToObj(i -> use("c" + i, "echo", "{\"text\":\"" + i + "\"}"))
            .toList();
    var answer = json(post("/api/turns", body(uses.subList(0, 1_000).toArray(String[]::new))));
    assertThat(answer.at("results").items()).hasSize(1_000);
    assertThat(answer.at("results").items().get(999).at("result").text()).isEqualTo("999");
    assertRefused(body(uses.toArray(String[]::new)), "toolUses has 1001 calls");
  }
}

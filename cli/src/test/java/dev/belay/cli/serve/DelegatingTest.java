package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("S1-22, S1-23, S1-105: agents have other agents work, and take them along")
@Tag("process")
final class DelegatingTest {
  @AutoClose private Served served;
  private ScriptedHttpClient client;

  private void open(Serve serve) throws IOException, InterruptedException {
    served =
        serve
            .auth("{\"mode\":\"none\"}")
            .agent(
                "lead",
                "rules:",
                "  - when: '^ask (\\w+) (.*)'",
                "    steps:",
                "      - call: [{name: sessions_ask, input: {agent: '{{1}}', message: '{{2}}'}}]",
                "      - say: 'It says: {{result.0}}'",
                "  - when: '^briefly (\\w+) (.*)'",
                "    steps:",
                "      - call: [{name: sessions_ask, input: {agent: '{{1}}', message: '{{2}}',"
                    + " timeoutSeconds: 2}}]",
                "      - say: 'It says: {{result.0}}'",
                "  - when: '^spawn (.*)'",
                "    steps:",
                "      - call:",
                "          - {name: sessions_spawn, input: {task: '{{1}}', agent: worker}}",
                "          - {name: sessions_spawn, input: {task: '{{1}}'}}",
                "      - say: '{{result.0}} / {{result.1}}'",
                "otherwise: {say: 'lead heard {{last_user}}'}")
            .agent(
                "worker",
                "rules:",
                "  - when: '^ask (\\w+) (.*)'",
                "    steps:",
                "      - call: [{name: sessions_ask, input: {agent: '{{1}}', message: '{{2}}'}}]",
                "      - say: 'Told: {{result.0}}'",
                "  - when: '^hang'",
                "    steps: [{say: Hm., hang: true}]",
                "otherwise: {say: 'worker heard {{last_user}}'}")
            .agent("deep", "steps: [{call: [{name: spawn_and_hang, input: {kind: setsid}}]}]")
            .start();
    client = served.modern();
  }

  private HttpAnswer post(String path, String body) {
    return client.send(client.bare("POST").to(path).withBody(body));
  }

  private HttpAnswer say(String message) {
    return post(
        "/api/sessions/stream",
        "{\"agentId\":\"lead\",\"sessionId\":\"s1\",\"message\":" + Json.quote(message) + "}");
  }

  private String get(String path) throws InterruptedException {
    return client.send(client.bare("GET").to(path)).body();
  }

  private static Json data(HttpAnswer live, String type) throws InterruptedException {
    return Json.parse(live.awaitEvent(event -> event.type().equals(type)).data());
  }

  private static String said(HttpAnswer live) throws InterruptedException {
    var _ = live.awaitEnd();
    var text = new StringBuilder();
    live.events().stream()
        .filter(event -> event.type().equals("text_delta"))
        .forEach(event -> text.append(Json.parse(event.data()).at("text").text()));
    return text.toString();
  }

  private List<Json> active() throws InterruptedException {
    return Json.parse(get("/api/turns/active")).at("turns").items();
  }

  private static String encoded(String id) {
    return URLEncoder.encode(id, StandardCharsets.UTF_8);
  }

  /** {@return the processes started by the tool} */
  private List<Long> tree() {
    return served.alive().stream()
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .filter(process -> process.info().command().orElse("").endsWith("sleep"))
        .map(ProcessHandle::pid)
        .toList();
  }

  @Test
  @DisplayName(
      "An agent asks another one, in a session that goes on, or spawns tasks in sessions that"
          + " nobody sees later; clients of MCP have none of it")
  void ask() throws IOException, InterruptedException {
    open(Serve.puppet());
    assertThat(said(say("ask worker hello"))).isEqualTo("It says: worker heard hello");
    assertThat(said(say("ask worker again"))).isEqualTo("It says: worker heard again");
    assertThat(Json.parse(get("/api/sessions/s1?agentId=worker")).at("messages").items())
        .hasSize(4);
    assertThat(said(say("ask nobody hello")))
        .isEqualTo("It says: there is no agent 'nobody'; there are lead, worker, deep");
    assertThat(said(say("ask worker ask lead hello")))
        .contains("would wait for itself: lead:s1 → worker:s1 → lead:s1");
    assertThat(said(say("spawn count"))).isEqualTo("worker heard count / lead heard count");
    assertThat(Json.parse(get("/api/sessions/s1?agentId=worker")).at("messages").items())
        .hasSize(8);

    var list = client.request("1", "tools/list", "{}").body();
    assertThat(list).contains("spawn_and_hang").doesNotContain("sessions_");
    var use = Turns.use("a", "sessions_ask", "{\"agent\":\"worker\",\"message\":\"hi\"}");
    var turn = post("/api/turns", Turns.bodyOf("lead", "x", "", use));
    assertThat(turn.body()).as("but turns do").contains("worker heard hi");
  }

  @Test
  @DisplayName("Who does not answer in time is stopped, and the asking agent is told")
  void tooLate() throws IOException, InterruptedException {
    open(Serve.puppet());
    assertThat(said(say("briefly worker hang")))
        .isEqualTo(
            "It says: Agent 'worker' gave no answer. Turn cancelled: it took too long."
                + " Its last message:\n\nHm.");
    assertThat(active()).isEmpty();
  }

  @Test
  @DisplayName("An abort of the first turn reaches the third one, and its whole process tree")
  void threeDeep() throws IOException, InterruptedException {
    open(Serve.process());
    var live = say("ask worker ask deep go");
    var id = data(live, "turn_start").at("turnId").text();
    served.awaitCalls("spawn_and_hang", 1);
    Patience.await(() -> active().size() == 3, () -> "no three turns");
    var below =
        active().stream()
            .map(turn -> turn.at("turnId").text())
            .filter(turn -> !turn.equals(id))
            .toList();
    Patience.await(() -> !tree().isEmpty(), () -> "no process of the tool's own");
    var tree = tree();
    assertThat(post("/api/turns/" + encoded(id) + "/abort", "").status()).isEqualTo(200);
    assertThat(said(live)).isEmpty();
    assertThat(data(live, "turn_abort").at("detail").text()).isEqualTo("user");
    for (var turn : below) {
      var events = client.send(client.bare("GET").to("/api/turns/" + encoded(turn) + "/events"));
      assertThat(data(events, "turn_abort").at("detail").text()).isEqualTo("user");
      // Until the end of its stream a turn may still be among those that run.
      assertThat(events.awaitEnd()).isEmpty();
    }
    assertThat(active()).isEmpty();
    LiveProcesses.awaitGone(tree);
    assertThat(said(say("ask worker hello"))).isEqualTo("It says: worker heard hello");
    assertThat(served.reports()).noneMatch(line -> line.contains("orphan_repair"));
  }

  @Test
  @DisplayName("An abort of the one call takes the turn below along, and leaves its own")
  void oneCall() throws IOException, InterruptedException {
    open(Serve.puppet());
    var live = say("ask worker hang");
    var id = data(live, "turn_start").at("turnId").text();
    Patience.await(() -> active().size() == 2, () -> "no two turns");
    var below =
        active().stream()
            .map(turn -> turn.at("turnId").text())
            .filter(turn -> !turn.equals(id))
            .findFirst()
            .orElseThrow();
    var events = client.send(client.bare("GET").to("/api/turns/" + encoded(below) + "/events"));
    assertThat(post("/api/turns/" + encoded(id) + "/abort-tool/call-1-0", "").status())
        .isEqualTo(200);
    assertThat(data(events, "turn_abort").at("detail").text()).isEqualTo("user");
    assertThat(said(live)).isEqualTo("It says: [CANCELLED] Tool call aborted by user.");
  }
}

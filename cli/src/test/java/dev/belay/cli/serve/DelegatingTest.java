package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("S1-22, S1-23, S1-105: agents have other agents work, and take them along")
@Tag("process")
final class DelegatingTest {
  @AutoClose private Served served;
  private Turns turns;

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
    turns = Turns.of(served);
  }

  private LiveTurn say(String message) {
    return turns.say("lead", "s1", message);
  }

  /** {@return the messages of the session with the worker} */
  private List<Json> workers() throws InterruptedException {
    return Json.parse(turns.get("/api/sessions/s1?agentId=worker").body()).at("messages").items();
  }

  /** {@return the only turn that this one waits for, once it has begun} */
  private String below(String id) throws InterruptedException {
    Patience.await(() -> turns.active().size() == 2, () -> "no two turns");
    return turns.active().stream()
        .map(turn -> turn.at("turnId").text())
        .filter(turn -> !turn.equals(id))
        .findFirst()
        .orElseThrow();
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
    assertThat(say("ask worker hello").said()).isEqualTo("It says: worker heard hello");
    assertThat(say("ask worker again").said()).isEqualTo("It says: worker heard again");
    assertThat(workers()).hasSize(4);
    assertThat(say("ask nobody hello").said())
        .isEqualTo("It says: there is no agent 'nobody'; there are lead, worker, deep");
    assertThat(say("ask worker ask lead hello").said())
        .contains("would wait for itself: lead:s1 → worker:s1 → lead:s1");
    assertThat(say("spawn count").said()).isEqualTo("worker heard count / lead heard count");
    assertThat(workers()).hasSize(8);

    var list = turns.client().request("1", "tools/list", "{}").body();
    assertThat(list).contains("spawn_and_hang").doesNotContain("sessions_");
    var use = Turns.use("a", "sessions_ask", "{\"agent\":\"worker\",\"message\":\"hi\"}");
    var turn = turns.post("/api/turns", Turns.bodyOf("lead", "x", "", use));
    assertThat(turn.body()).as("but turns do").contains("worker heard hi");
  }

  @Test
  @DisplayName("Who does not answer in time is stopped, and the asking agent is told")
  void tooLate() throws IOException, InterruptedException {
    var time = new HandTime();
    open(Serve.puppet().on(time));
    var live = say("briefly worker hang");
    // The clock stands until the last message is there.
    var _ = turns.read(below(live.id())).data("text_delta");
    time.advance(Duration.ofSeconds(2));
    assertThat(live.said())
        .isEqualTo(
            "It says: Agent 'worker' gave no answer. Turn cancelled: it took too long."
                + " Its last message:\n\nHm.");
    assertThat(turns.active()).isEmpty();
  }

  @Test
  @DisplayName("An abort of the first turn reaches the third one, and its whole process tree")
  void threeDeep() throws IOException, InterruptedException {
    open(Serve.process());
    var live = say("ask worker ask deep go");
    var id = live.id();
    served.awaitCalls("spawn_and_hang", 1);
    Patience.await(() -> turns.active().size() == 3, () -> "no three turns");
    var below =
        turns.active().stream()
            .map(turn -> turn.at("turnId").text())
            .filter(turn -> !turn.equals(id))
            .toList();
    Patience.await(() -> !tree().isEmpty(), () -> "no process of the tool's own");
    var tree = tree();
    assertThat(turns.abort(id).status()).isEqualTo(200);
    assertThat(live.said()).isEmpty();
    assertThat(live.data("turn_abort").at("detail").text()).isEqualTo("user");
    for (var turn : below) {
      var events = turns.read(turn);
      assertThat(events.data("turn_abort").at("detail").text()).isEqualTo("user");
      // Until the end of its stream a turn may still be among those that run.
      assertThat(events.answer().awaitEnd()).isEmpty();
    }
    assertThat(turns.active()).isEmpty();
    LiveProcesses.awaitGone(tree);
    assertThat(say("ask worker hello").said()).isEqualTo("It says: worker heard hello");
    assertThat(served.reports()).noneMatch(line -> line.contains("orphan_repair"));
  }

  @Test
  @DisplayName("An abort of the one call takes the turn below along, and leaves its own")
  void oneCall() throws IOException, InterruptedException {
    open(Serve.puppet());
    var live = say("ask worker hang");
    var id = live.id();
    var events = turns.read(below(id));
    assertThat(turns.abortTool(id, "call-1-0").status()).isEqualTo(200);
    assertThat(events.data("turn_abort").at("detail").text()).isEqualTo("user");
    assertThat(live.said()).isEqualTo("It says: [CANCELLED] Tool call aborted by user.");
  }
}

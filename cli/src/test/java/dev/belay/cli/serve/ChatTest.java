package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Agents are talked to over HTTP, each message a turn")
@Tag("process")
final class ChatTest {
  private Serve serve;
  @AutoClose private Served served;
  private Turns turns;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    serve =
        Serve.puppet()
            .auth("{\"mode\":\"none\"}")
            .agent(
                "main",
                "rules:",
                "  - when: '^two rounds'",
                "    steps:",
                "      - say: One moment.",
                "        call: [{name: echo, input: {text: one}}, {name: echo, input: {text:"
                    + " two}}]",
                "      - call: [{name: echo, input: {text: '{{result.0}}+{{result.1}}'}}]",
                "      - say: 'It is {{result.0}}.'",
                "  - when: '^think'",
                "    steps: [{say: Let me think, hang: true}]",
                "  - when: '^silence'",
                "    steps: [{hang: true}]",
                "  - when: '^hang'",
                "    steps:",
                "      - call: [{name: hang_honouring_cancel, input: {}}, {name: echo, input:"
                    + " {text: x}}]",
                "      - say: 'It gave up: {{result.0}}'",
                "  - when: '^trouble'",
                "    steps: [{say: Half a, fail: overloaded}]",
                "  - when: '^wrong'",
                "    steps:",
                "      - call: [{name: echo, input: '[1]'}, {name: no_such, input: {}}, {name:"
                    + " echo, input: {text: ok}}]",
                "      - say: '{{result.0}} | {{result.1}} | {{result.2}}'",
                "otherwise: {say: I hear you.}")
            .agent(
                "circle", "steps: [{call: [{name: echo, input: {text: again}}]}]", "repeat: true")
            .agent(
                "eager",
                2,
                List.of("echo"),
                "steps:",
                "  - call: [{name: state, input: {}}]",
                "  - call: [{name: echo, input: {text: b}}]",
                "  - call: [{name: echo, input: {text: c}}]");
    served = serve.start();
    turns = Turns.of(served);
  }

  private LiveTurn say(String message) {
    return turns.say("main", "s1", message);
  }

  private List<Json> history(String agent, String session) throws InterruptedException {
    var answer = turns.get("/api/sessions/" + session + "?agentId=" + agent);
    assertThat(answer.status()).isEqualTo(200);
    return Json.parse(answer.body()).at("messages").items();
  }

  /** Asserts that the next message of the conversation is answered, whatever happened before. */
  private void assertGoesOn(String agent, String session) throws InterruptedException {
    var messages = history(agent, session);
    var open = new HashSet<String>();
    for (var message : messages) {
      for (var block : message.at("content").items()) {
        switch (block.at("type").text()) {
          case "tool_use" -> assertThat(open.add(block.at("id").text())).isTrue();
          case "tool_result" -> assertThat(open.remove(block.at("tool_use_id").text())).isTrue();
          case "text" -> assertThat(block.at("text").text()).isNotBlank();
          case String other -> throw new AssertionError(other);
        }
      }
      if (message.at("role").text().equals("user")) {
        assertThat(open).as(messages.toString()).isEmpty();
      }
    }
    assertThat(open).as(messages.toString()).isEmpty();
    assertThat(turns.say(agent, session, "hello").types())
        .startsWith("turn_start")
        .contains("turn_complete");
    assertThat(served.reports()).noneMatch(line -> line.contains("orphan_repair"));
  }

  @Test
  @DisplayName("Two rounds of tools; another reader sees the same events in the same order")
  void rounds() throws InterruptedException {
    var live = say("two rounds, please");
    var reader = turns.read(live.id());
    assertThat(reader.all()).isEqualTo(live.all());
    assertThat(live.said()).isEqualTo("One moment.It is one+two.");
    assertThat(live.types())
        .containsSubsequence(
            "turn_start",
            "text_delta",
            "tool_start",
            "tool_result",
            "tool_result",
            "tool_start",
            "tool_result",
            "text_delta",
            "turn_complete")
        .endsWith("turn_complete");
    assertThat(live.data("turn_complete").at("toolCallCount").raw()).isEqualTo("3");
    assertThat(history("main", "s1")).hasSize(6);
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName("S1-2: a stop in the model's stream closes it; what was said is kept, if it was any")
  void stoppedModel() throws InterruptedException {
    var live = say("think hard");
    var id = live.id();
    var _ = live.data("text_delta");
    assertThat(turns.abort(id).status()).isEqualTo(200);
    assertThat(live.types())
        .containsSubsequence("text_delta", "error", "turn_abort")
        .endsWith("turn_abort");
    assertThat(history("main", "s1").get(1).at("content").raw()).contains("Let");
    assertGoesOn("main", "s1");

    var silent = turns.say("main", "s2", "silence");
    assertThat(turns.abort(silent.id()).status()).isEqualTo(200);
    assertThat(silent.types()).containsExactly("turn_start", "error", "turn_abort");
    assertThat(history("main", "s2")).hasSize(1);
    assertGoesOn("main", "s2");
  }

  @Test
  @DisplayName("S1-44, S1-82: a stop in a tool ends the turn, and each call has its result")
  void stoppedTool() throws InterruptedException {
    var live = say("hang on");
    var id = live.id();
    served.awaitCalls("hang_honouring_cancel", 1);
    var _ = live.data("tool_result");
    assertThat(turns.abort(id).status()).isEqualTo(200);
    assertThat(live.types()).endsWith("tool_cancelled", "tool_result", "error", "turn_abort");
    assertThat(history("main", "s1").getLast().raw())
        .contains("[CANCELLED] Turn aborted by user.", "\"is_error\":true", "\"content\":\"x\"");
    var _ = served.awaitLog("cancelled", _ -> true, 1);
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName("S1-103: one call is aborted, and the model goes on with that")
  void stoppedCall() throws InterruptedException {
    var live = say("hang on");
    var id = live.id();
    served.awaitCalls("hang_honouring_cancel", 1);
    var cancelled = turns.abortTool(id, "call-1-0");
    assertThat(cancelled.status()).isEqualTo(200);
    assertThat(live.said()).isEqualTo("It gave up: [CANCELLED] Tool call aborted by user.");
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName("A model that asks for tools too often, or the same again and again, is stopped")
  void tooOften() throws InterruptedException {
    var eager = turns.say("eager", "s1", "go");
    assertThat(eager.types()).endsWith("turn_abort");
    assertThat(eager.data("turn_abort").at("detail").text()).isEqualTo("max_tool_loops");
    assertThat(history("eager", "s1").get(2).raw())
        .as("a tool that the agent does not have")
        .contains("Tool \\\"state\\\" is not available to agent");
    assertThat(history("eager", "s1").getLast().raw())
        .contains("[CANCELLED] Turn aborted because its model asked for tools too often.");
    assertThat(served.upstreamCalls("echo")).hasSize(1);
    assertThat(served.upstreamCalls("state")).isEmpty();

    var circle = turns.say("circle", "s1", "go");
    assertThat(circle.types()).endsWith("turn_abort");
    assertThat(circle.data("turn_abort").at("detail").text()).isEqualTo("loop");
    assertThat(history("circle", "s1").getLast().raw()).contains("[LOOP DETECTED");
  }

  @Test
  @DisplayName("Calls that cannot be made have results that say why; trouble ends with a sentence")
  void wrong() throws InterruptedException {
    var live = say("wrong calls");
    assertThat(live.said()).contains("JSON object").endsWith("| ok");
    assertThat(live.types()).endsWith("turn_complete");
    var trouble = say("trouble ahead");
    assertThat(trouble.types()).endsWith("error", "turn_abort");
    assertThat(trouble.data("error").at("message").text()).contains("overloaded");
    assertThat(trouble.data("turn_abort").at("detail").text()).isEqualTo("error");
    assertThat(history("main", "s1").getLast().at("content").raw()).contains("Half a");
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName("Two messages at once in one conversation: the second one is told of the first")
  void busy() throws InterruptedException {
    var live = say("silence");
    var id = live.id();
    var second = say("hello");
    assertThat(second.answer().status()).isEqualTo(409);
    assertThat(Json.parse(second.answer().body()).at("turnId").text()).isEqualTo(id);
    var forget =
        turns.client().send(turns.client().bare("DELETE").to("/api/sessions/s1?agentId=main"));
    assertThat(forget.status()).isEqualTo(409);
    assertThat(turns.say("main", "other", "hello").types()).endsWith("turn_complete");
    assertThat(turns.abort(id).status()).isEqualTo(200);
    assertThat(live.types()).endsWith("turn_abort");
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName(
      "A message goes by what is configured when it comes, and begins a session if it names"
          + " none")
  void reloaded() throws IOException, InterruptedException {
    var fresh = new LiveTurn(turns.post("/api/sessions/stream", "{\"message\":\"hello\"}"));
    var session = fresh.data("turn_start").at("sessionId").text();
    assertThat(fresh.said()).isEqualTo("I hear you.");
    assertThat(history("main", session)).hasSize(2);
    served.replace(
        serve
            .withoutAgents()
            .agent("main", "otherwise: {say: Quite another.}", "steps: []")
            .settings());
    assertThat(turns.say("main", session, "hello").said()).isEqualTo("Quite another.");
    assertThat(turns.say("circle", "s1", "hello").answer().status()).isEqualTo(404);
  }

  @Test
  @DisplayName("S1-52, S1-53: who posted the message and leaves takes the turn along")
  void disconnect() throws IOException, InterruptedException {
    var live = say("think hard");
    var id = live.id();
    var reader = turns.read(id);
    live.leave();
    assertThat(reader.types()).endsWith("turn_abort");
    assertThat(reader.data("turn_abort").at("detail").text()).isEqualTo("client_disconnect");
    served.awaitReport("Client disconnected mid-turn [main:s1]");
    assertGoesOn("main", "s1");
  }

  @Test
  @DisplayName(
      "P25: at the end a model that still talks is stopped, and its turn has its last event")
  void shutdown() throws InterruptedException {
    var live = say("think");
    var _ = live.data("text_delta");
    served.stop();
    assertThat(live.types()).endsWith("turn_abort");
    assertThat(live.data("turn_abort").at("detail").text()).isEqualTo("server_shutdown");
  }

  @Test
  @DisplayName("What is no message is refused, and said why")
  void badInput() throws InterruptedException {
    assertRefused(400, "{\"message\":", "the body is no JSON");
    assertRefused(400, "{}", "message is missing");
    assertRefused(400, "{\"message\":\" \"}", "message is missing");
    assertRefused(400, "{\"message\":7}", "message is no text");
    assertRefused(400, "{\"message\":\"x\",\"sessionId\":[]}", "sessionId is no text");
    assertRefused(400, "{\"message\":\"x\",\"toolUses\":[]}", "toolUses is unknown; there are");
    assertRefused(
        404,
        "{\"message\":\"x\",\"agentId\":\"nobody\"}",
        "there is no agent 'nobody'; there are main, circle, eager");
  }

  private void assertRefused(int status, String body, String why) throws InterruptedException {
    var answer = turns.post("/api/sessions/stream", body);
    assertThat(answer.status()).as(body).isEqualTo(status);
    assertThat(Json.parse(answer.body()).at("error").text()).as(body).startsWith(why);
  }
}

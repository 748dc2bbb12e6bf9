package dev.belay.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.server.Question;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ErrorMode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A tool asks several things at once, by names that its client may know before")
final class AnswersTest {
  private static final Question NAME =
      Question.elicitation("name", "{\"message\":\"Who?\"}".getBytes(UTF_8));
  private static final String BROUGHT = ",\"inputResponses\":{\"name\":{\"action\":\"decline\"}}";

  private @Nullable ServedTools served;

  private HostedTools serving(ToolBody body) {
    var tool =
        Handmade.tool("t", new Hints(null, false, false, false, false), ToolOptions.NONE, body);
    var made = Handmade.served(ErrorMode.RESULT, false, Duration.ofMinutes(1), tool);
    served = made;
    return made.host();
  }

  @AfterEach
  void end() {
    var made = served;
    if (made != null) {
      made.close();
    }
  }

  @Test
  @DisplayName("a legacy client is asked all of them before it answers any")
  void together() throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(call -> call.client().ask(List.of(NAME, Question.roots("roots")))));
    var reply = client.call("\"c\"", "t", "{}");

    assertThat(reply.next()).contains("elicitation/create");
    assertThat(reply.next()).contains("roots/list");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\"}}");
    assertThat(reply.result().path("structuredContent").toString())
        .isEqualTo("{\"name\":{\"action\":\"decline\"},\"roots\":{\"roots\":[]}}");
  }

  @Test
  @DisplayName("MCP 2026-07-28 §errors: what a tool needs of a modern client is asked for first")
  void needs() throws InterruptedException {
    var tools =
        Tools.of(
            Tools.define("t")
                .description("Asks")
                .argument("n", int.class, "never given")
                .needs("sampling")
                .handle(_ -> "ran"));
    var made = ToolServer.stdio(tools).served();
    served = made;
    var host = made.host();

    // Its arguments are not checked, and it does not run.
    assertThat(new TestClient(host).callModern("1", "t", "{}", "").answer())
        .contains("-32021", "\"requiredCapabilities\":{\"sampling\":{}}");
    assertThat(TestClient.legacy(host).call("2", "t", "{\"n\":1}").text()).isEqualTo("ran");
  }

  @Test
  @DisplayName("an answer that a modern client brings before it is asked is taken")
  void brought() throws InterruptedException {
    var client =
        new TestClient(
            serving(call -> String.valueOf(call.client().ask(List.of(NAME)).get("name"))));

    assertThat(client.callModern("1", "t", "{}", BROUGHT).text())
        .isEqualTo("{\"action\":\"decline\"}");
  }

  @Test
  @DisplayName("an answer is good for one question: the same one is asked again")
  void once() throws InterruptedException {
    var client =
        new TestClient(
            serving(call -> {
              call.client().ask(List.of(NAME));
              return String.valueOf(call.client().ask(List.of(NAME)).get("name"));
            }));
    var first = client.callModern("1", "t", "{}", BROUGHT).result();

    assertThat(first.path("resultType").asString()).isEqualTo("input_required");
    var state = ",\"requestState\":" + first.path("requestState");
    assertThat(client.callModern("2", "t", "{}", BROUGHT + state).text())
        .isEqualTo("{\"action\":\"decline\"}");
  }

  @Test
  @DisplayName("MCP 2025-11-25 §streamable-http: a tool lets go of the connection before long work")
  void letsGo() throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(call -> {
              call.letGo();
              call.heartbeat("half", 0.5, 1);
              return "later";
            }));
    var reply = client.call("1", "t", "{}");

    assertThat(reply.next()).isEqualTo("let go");
    assertThat(reply.next()).contains("\"progress\":0.5,\"total\":1,\"message\":\"half\"");
    assertThat(reply.text()).isEqualTo("later");
  }
}

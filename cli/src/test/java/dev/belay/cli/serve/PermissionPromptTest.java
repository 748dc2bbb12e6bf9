package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.core.time.HandTime;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of Claude Code's {@code --permission-prompt-tool} behind {@code belay serve}. */
@DisplayName("A client has people decide on its own tools")
@Tag("process")
final class PermissionPromptTest {
  private static final String TOOL = "permission_prompt";
  private final DecidingShell shell = new DecidingShell();
  private int asked;

  private static Serve serve() throws IOException, InterruptedException {
    return Serve.puppet().approval("permission_prompt", "true");
  }

  /** Asks as the client does, with another id of the call each time. */
  private HttpAnswer ask(ScriptedHttpClient client, String tool, String input)
      throws InterruptedException {
    var id = String.valueOf(++asked);
    return call(
        client,
        id,
        TOOL,
        "{\"tool_name\":\"%s\",\"input\":%s,\"tool_use_id\":\"toolu_%s\"}"
            .formatted(tool, input, id));
  }

  private static String allowed(String input) {
    return "{\"behavior\":\"allow\",\"updatedInput\":" + input + "}";
  }

  /** {@return why the client may not call its tool} */
  private static String denied(Json response) {
    assertThat(isError(response)).as("the client reads a result that is no error").isFalse();
    var answer = Json.parse(text(response));
    assertThat(answer.at("behavior").text()).isEqualTo("deny");
    return answer.at("message").text();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A yes returns the input as it was sent, and may hold for equal input")
  void allowed(Era era) throws IOException, InterruptedException {
    var input = "{\"command\": \"rm -rf x\", \"n\": 1.00}";
    try (var served = serve().start()) {
      var client = served.client(era);
      var answer = ask(client, "Bash", input);
      var id = shell.waiting(served);
      assertThat(shell.run(served)).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("client", "Bash", "the tool asks for it");
      assertThat(shell.run(served, "show", id)).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("  \"command\": \"rm -rf x\"").doesNotContain("toolu");
      assertThat(shell.run(served, "approve", id, "--scope", "tool")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.run(served, "approve", id, "--scope", "same")).isEqualTo(ExitCode.OK);
      assertThat(text(answer.response())).isEqualTo(allowed(input));

      assertThat(text(ask(client, "Bash", input).response())).isEqualTo(allowed(input));
      var other = ask(client, "Bash", "{\"command\":\"rm -rf y\"}");
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(denied(other.response())).startsWith("[DENIED]");
      var sameInput = ask(client, "Shell", input);
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(denied(sameInput.response())).startsWith("[DENIED]");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"result", "jsonrpc"})
  @DisplayName("A no is an answer with its reason, whatever form errors have")
  void denied(String errors) throws IOException, InterruptedException {
    try (var served = serve().mcp("errors", "{\"mode\":\"" + errors + "\"}").start()) {
      var answer = ask(served.modern(), "Bash", "{}");
      assertThat(shell.run(served, "deny", shell.waiting(served), "--reason", "wrong folder"))
          .isEqualTo(ExitCode.OK);
      assertThat(denied(answer.response()))
          .startsWith("[DENIED] A person did not allow this call (local: wrong folder).");
    }
  }

  @Test
  @DisplayName("Without an answer it is a no in time, never a job")
  void expired() throws IOException, InterruptedException {
    var time = new HandTime();
    try (var served = serve().on(time).mcp("handoff_after", "20").start()) {
      var answer = ask(served.modern(), "Bash", "{}");
      var _ = shell.waiting(served);
      time.advance(Duration.ofSeconds(30));
      assertThat(denied(answer.response())).startsWith("Command timed out waiting for approval.");
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("Globs and conditions decide on the tools of clients as on those of servers")
  void configured() throws IOException, InterruptedException {
    var serve =
        serve()
            .tool("client__Read", "{\"approval\":\"allow\"}")
            .tool("client__mcp__*", "{\"approval\":\"deny\",\"approval_reason\":\"not here\"}")
            .tool(
                "client__Bash",
                "{\"approval\":\"ask\",\"approval_when\":[\"/command is not git status\"]}");
    try (var served = serve.start()) {
      var client = served.modern();
      assertThat(text(ask(client, "Read", "{\"file\":\"a\"}").response()))
          .isEqualTo(allowed("{\"file\":\"a\"}"));
      assertThat(denied(ask(client, "mcp__db__drop", "{}").response())).contains("not here");
      var harmless = "{\"command\":\"git status\"}";
      assertThat(text(ask(client, "Bash", harmless).response())).isEqualTo(allowed(harmless));
      var answer = ask(client, "Bash", "{\"command\":\"git push\"}");
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(denied(answer.response())).startsWith("[DENIED]");
    }
  }

  @Test
  @DisplayName("Input of two meanings, and what is no question, is a no without a person")
  void refused() throws IOException, InterruptedException {
    try (var served = serve().start()) {
      var client = served.modern();
      assertThat(denied(ask(client, "Bash", "{\"a\":1,\"a\":2}").response()))
          .startsWith("permission_prompt was not run: one thing is wrong with its arguments.");
      for (var input : List.of("[]", "\"rm\"", "null")) {
        assertThat(denied(ask(client, "Bash", input).response())).contains("input its input");
      }
      for (var name : List.of("", "x".repeat(201))) {
        assertThat(denied(ask(client, name, "{}").response())).contains("tool_name is the name");
      }
      assertThat(denied(call(client, "0", TOOL, "{}").response())).contains("tool_name is");
    }
  }

  @Test
  @DisplayName("It is listed and can be called where it is switched on, and beside servers' tools")
  void listed() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      assertThat(names(served.modern())).contains("echo").doesNotContain(TOOL);
      assertThat(ask(served.modern(), "Bash", "{}").response().at("error").present()).isTrue();
    }
    for (var mode : List.of("never", "auto")) {
      try (var served = serve().tool("*", "{\"job\":\"" + mode + "\"}").start()) {
        assertThat(names(served.modern())).contains("echo", TOOL);
        assertThat(names(served.legacy())).contains("echo", TOOL);
      }
    }
  }

  @Test
  @DisplayName("No server's tool takes its place, and no client answers for people")
  void impersonated() throws IOException, InterruptedException {
    var own = Tools.of(Tools.define(TOOL).description("Mine.").handle(_ -> "the server's own"));
    try (var served = serve().with(own).mcp("prefix", "\"none\"").start()) {
      var client = served.modern();
      assertThat(names(client)).containsOnlyOnce(TOOL);
      var answer = ask(client, "Bash", "{}");
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(denied(answer.response())).startsWith("[DENIED]");
    }
    var alone =
        Serve.puppet()
            .with(own)
            .mcp("prefix", "\"none\"")
            // By default a list waits a second for a server; a busy machine may need three.
            .mcp("tools_list", "{\"wait_ms\":60000}");
    try (var served = alone.start()) {
      assertThat(names(served.modern())).containsOnlyOnce(TOOL);
      assertThat(text(call(served.modern(), "1", TOOL, "{}").response()))
          .as("where Belay offers none, it is the server's")
          .isEqualTo("the server's own");
    }
    var asking = serve().tool("client__Bash", "{\"approval\":\"ask\"}");
    try (var served = asking.start()) {
      var client = served.modern().declaring("{\"elicitation\":{\"form\":{}}}");
      var answer = ask(client, "Bash", "{}");
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(text(answer.response())).as("no form").isEqualTo(allowed("{}"));
    }
  }

  private static List<String> names(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }
}

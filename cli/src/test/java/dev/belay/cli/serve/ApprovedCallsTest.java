package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Calls that wait for a person's decision behind {@code belay serve} (S3-14…S3-30, C18, J10).
 *
 * <p>Longer than other files: one gateway, and each way in which a decision reaches a call or fails
 * to.
 */
@DisplayName("A call waits for a person's yes, and a terminal decides")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class ApprovedCallsTest {
  private static final String ASK = "{\"approval\":\"ask\",\"approval_reason\":\"it speaks\"}";
  private static final String ARGUMENTS = "{\"text\":\"hi\"}";
  private final DecidingShell shell = new DecidingShell();

  private static Serve asking() throws IOException {
    return Serve.process()
        // By default a list is sent without a server that delays it.
        .mcp("tools_list", "{\"wait_ms\":60000}")
        .tool("*echo", ASK)
        .with(
            Tools.of(
                Tools.define("echo")
                    .description("Echoes.")
                    .argument("text", String.class, "what")
                    .handle(call -> call.argument("text", String.class))));
  }

  private static HttpAnswer echo(Served served, Era era, String server)
      throws InterruptedException {
    return call(served.client(era), "1", server + "__echo", ARGUMENTS);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("of a server's tool and of a Java tool, in both eras")
  void approved(Era era) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      for (var server : List.of("faulty", "native")) {
        var answer = echo(served, era, server);
        var id = shell.waiting(served);
        assertThat(shell.run(served)).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("ID", "echo", "open", "it speaks");
        assertThat(shell.run(served, "show", id)).isEqualTo(ExitCode.OK);
        assertThat(shell.out())
            .contains("asked for   it speaks", "  \"text\": \"hi\"", "belay approvals approve ");
        assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).contains(id + " allowed");
        assertThat(text(answer.response())).isEqualTo("hi");
        assertThat(shell.run(served, "--all")).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains("allowed");
        assertThat(shell.run(served, "--all", "--json")).isEqualTo(ExitCode.OK);
        assertThat(Json.parse(shell.out()).at("approvals").items()).isNotEmpty();
        assertThat(shell.run(served, "show", id)).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains(", by local via api");
      }
      assertThat(served.log("call")).containsExactly("echo");
    }
  }

  @Test
  @DisplayName("What differs from the last allowed call is shown, until the server is another one")
  void compared() throws IOException, InterruptedException {
    var serve = asking();
    try (var served = serve.start()) {
      var client = served.legacy();
      client.ask("tools/list", "{}");
      var first = call(client, "1", "faulty__echo", ARGUMENTS);
      var id = shell.waiting(served);
      assertThat(shell.run(served, "show", id)).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("compared    No earlier yes to a call of the tool is known.");
      assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.OK);
      assertThat(text(first.response())).isEqualTo("hi");
      var second = call(client, "2", "faulty__echo", "{\"text\":\"ho\"}");
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains(
              ", which local allowed at ",
              "  changed /text\n    was \"hi\"\n    is  \"ho\"\narguments\n",
              "  \"text\": \"ho\"");
      shell.terminal(served, "show", shell.waiting(served));
      assertThat(shell.out()).contains("\n↪ ");
      assertThat(shell.out().lines())
          .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(isError(second.response())).isTrue();
      served.replace(serve.with("env", "{\"OTHER\":\"1\"}").settings());
      var other = served.legacy();
      other.ask("tools/list", "{}");
      var third = call(other, "3", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("No earlier yes to a call");
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(isError(third.response())).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A no is told to the model, and the tool never runs")
  void denied(Era era) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var answer = echo(served, era, "faulty");
      var id = shell.waiting(served);
      var brief = id.substring(id.lastIndexOf('-') + 1).substring(0, 8);
      assertThat(shell.run(served, "deny", brief, "--reason", "too loud")).isEqualTo(ExitCode.OK);
      assertThat(isError(answer.response())).isTrue();
      assertThat(text(answer.response()))
          .isEqualTo(
              "[DENIED] A person did not allow this call (local: too loud). It did not run. Do not"
                  + " repeat it; ask what to do instead.");
      assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).isEqualTo("belay: too late: the call is denied\n");
      var client = served.modern();
      assertThat(client.send(client.bare("GET").to("/metrics")).body())
          .contains(
              "belay_approvals_open 0.0",
              "belay_approvals_asked_total 1.0",
              "belay_approvals_total{outcome=\"denied\"} 1.0",
              "belay_approvals_total{outcome=\"granted late\"} 0.0",
              "belay_approvals_refused_total{cause=\"rate\"} 0.0",
              "belay_approvals_notices_total{outcome=\"dropped\"} 0.0");
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("Without an answer the call ends in time, and one like it can still be allowed")
  void late() throws IOException, InterruptedException {
    var serve = asking().mcp("handoff_after", "0").approval("timeout_without_progress", "1");
    try (var served = serve.start()) {
      var said = text(echo(served, Era.MODERN, "faulty").response());
      assertThat(said)
          .matches(
              "Command timed out waiting for approval\\. Consider approving faster or configuring a"
                  + " longer timeout\\. It did not run\\. It can still be allowed for 10 minutes"
                  + " \\(belay approvals approve [a-z]+-[0-9a-f]{32}\\)(?s:.*)");
      var id = said.replaceFirst("(?s).* approve (\\S+)\\).*", "$1");
      assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.OK);
      assertThat(shell.err()).contains("granted late: the next equal call");
      assertThat(text(echo(served, Era.MODERN, "faulty").response())).isEqualTo("hi");
    }
  }

  @Test
  @DisplayName("C40: where the call can be a job, it becomes one in place of the refusal")
  void becomesJob() throws IOException, InterruptedException {
    var serve = asking().approval("timeout_without_progress", "1");
    try (var served = serve.start()) {
      var client = served.modern();
      var handle = call(client, "1", "faulty__echo", ARGUMENTS).response();
      var job = handle.at("result", "structuredContent", "job_id").text();
      assertThat(handle.at("result", "structuredContent", "status").text())
          .isEqualTo("input_required");
      assertThat(shell.waiting(served)).isEqualTo(job);
      var status = call(client, "3", "job_status", "{\"job_id\":\"" + job + "\"}").response();
      assertThat(status.at("result", "structuredContent", "status").text())
          .isEqualTo("input_required");
      assertThat(text(status)).contains("has waited for", "a person must allow it first");
      assertThat(shell.run(served, "approve", job)).isEqualTo(ExitCode.OK);
      Patience.await(
          () ->
              text(call(client, "2", "job_result", "{\"job_id\":\"" + job + "\"}").response())
                  .equals("hi"),
          () -> "no result of " + job);
    }
  }

  @Test
  @DisplayName("In a turn the same person decides, and the turn waits")
  void inTurn() throws IOException, InterruptedException {
    try (var served = asking().auth("{\"mode\":\"none\"}").start()) {
      for (var server : List.of("faulty", "native")) {
        var turns = Turns.of(served);
        var live = turns.live(Turns.body(Turns.use("a", server + "__echo", ARGUMENTS)));
        assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
        assertThat(live.results()).containsEntry("a", "hi");
      }
    }
  }

  @Test
  @DisplayName("A decision for the tool is listed, used and revoked")
  void rules() throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.legacy();
      // Until a list has named the tool, its definition is unknown, and no decision outlives that.
      client.ask("tools/list", "{}");
      var first = call(client, "1", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "approve", shell.waiting(served), "--scope", "same"))
          .isEqualTo(ExitCode.OK);
      assertThat(text(first.response())).isEqualTo("hi");
      assertThat(text(call(client, "2", "faulty__echo", ARGUMENTS).response())).isEqualTo("hi");
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("allow", "faulty", "echo");
      assertThat(shell.run(served, "revoke", "1")).isEqualTo(ExitCode.OK);
      assertThat(shell.run(served, "revoke", "1")).isEqualTo(ExitCode.ERROR);
      var third = call(client, "3", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(isError(third.response())).isTrue();
    }
  }

  @Test
  @DisplayName("A decision for a session leaves the list as the session ends")
  void sessionEnds() throws IOException, InterruptedException {
    try (var served = asking().start()) {
      for (var server : List.of("faulty", "native")) {
        var client = served.legacy();
        client.ask("tools/list", "{}");
        var asked = call(client, "1", server + "__echo", ARGUMENTS);
        assertThat(shell.run(served, "approve", shell.waiting(served), "--scope", "tool"))
            .isEqualTo(ExitCode.OK);
        assertThat(text(asked.response())).isEqualTo("hi");
        assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains(server);
        assertThat(client.delete().status()).isBetween(200, 204);
        Patience.await(() -> ruleless(served, server), shell::out);
      }
    }
  }

  private boolean ruleless(Served served, String server) throws InterruptedException {
    try {
      return shell.run(served, "rules") == ExitCode.OK && !shell.out().contains(server);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("A decision for a time holds in other sessions and after a restart, until revoked")
  void forTime(@TempDir Path state) throws IOException, InterruptedException {
    var serve = asking();
    String rule;
    try (var served = serve.keeping(state).start()) {
      var client = served.legacy();
      client.ask("tools/list", "{}");
      var first = call(client, "1", "faulty__echo", ARGUMENTS);
      var id = shell.waiting(served);
      assertThat(shell.run(served, "approve", id, "--for", "8h")).isEqualTo(ExitCode.USAGE);
      assertThat(shell.err())
          .contains("--for needs --scope same or tool: a decision with the scope once ends");
      assertThat(shell.run(served, "approve", id, "--scope", "tool", "--for", "31d"))
          .isEqualTo(ExitCode.USAGE);
      assertThat(shell.err()).contains("of 30 days at most, found '31d'");
      assertThat(shell.run(served, "approve", id, "--scope", "tool", "--for", "8h"))
          .isEqualTo(ExitCode.OK);
      assertThat(shell.err())
          .contains(id + " allowed, and calls like it until 20")
          .doesNotContain("belay:");
      assertThat(text(first.response())).isEqualTo("hi");
      rule = rule(served);
    }
    try (var served = serve.keeping(state).start()) {
      assertThat(rule(served)).isEqualTo(rule);
      for (var era : Era.values()) {
        var client = served.client(era);
        client.ask("tools/list", "{}");
        assertThat(text(call(client, "1", "faulty__echo", "{\"text\":\"again\"}").response()))
            .isEqualTo("again");
      }
      assertThat(shell.run(served, "revoke", rule)).isEqualTo(ExitCode.OK);
    }
    try (var served = serve.keeping(state).start()) {
      var client = served.modern();
      client.ask("tools/list", "{}");
      var asked = call(client, "1", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(isError(asked.response())).isTrue();
      assertThat(served.reports()).noneMatch(line -> line.contains("decision"));
    }
  }

  @Test
  @DisplayName("A server that a reload starts in another way loses the decisions on its tools")
  void reloaded(@TempDir Path state) throws IOException, InterruptedException {
    var audit = state.resolve("audit.jsonl");
    var serve = asking().audited(audit);
    try (var served = serve.start()) {
      var client = served.legacy();
      client.ask("tools/list", "{}");
      var first = call(client, "1", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "approve", shell.waiting(served), "--scope", "same"))
          .isEqualTo(ExitCode.OK);
      assertThat(text(first.response())).isEqualTo("hi");
      served.replace(serve.mcp("timeout", "70").settings());
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("faulty");
      served.replace(serve.with("env", "{\"OTHER\":\"1\"}").settings());
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).doesNotContain("faulty");
      Patience.await(
          () -> {
            try {
              return Files.readString(audit).contains("dropped by a reload");
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          },
          () -> "the audit log does not say what was dropped");
    }
  }

  /** {@return the id of the one rule, which is for all sessions and stored} */
  private String rule(Served served) throws IOException, InterruptedException {
    assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("SESSION", "any  ", "UNTIL", "yes");
    assertThat(shell.run(served, "rules", "--json")).isEqualTo(ExitCode.OK);
    var rules = Json.parse(shell.out()).at("rules").items();
    assertThat(rules).hasSize(1);
    return rules.getFirst().at("id").text();
  }

  @Test
  @DisplayName("approval: deny refuses at once, and arguments of two meanings are not asked about")
  void refused() throws IOException, InterruptedException {
    var deny = "{\"approval\":\"deny\",\"approval_reason\":\"frozen\"}";
    try (var served = asking().tool("faulty__sleep", deny).start()) {
      var client = served.modern();
      assertThat(text(call(client, "1", "faulty__sleep", "{}").response()))
          .isEqualTo(
              "[DENIED] The configuration does not allow this call (frozen). It did not run. Do not"
                  + " repeat it; ask what to do instead.");
      var twice = "{\"text\":\"good\",\"text\":\"evil\"}";
      assertThat(text(call(client, "2", "faulty__echo", twice).response()))
          .startsWith("[DENIED] The arguments of this call can be read in more than one way");
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName(
      "Clients are told apart by the names that they give themselves, turns by their agent")
  void clients() throws IOException, InterruptedException {
    var named = "{\"scr*\":\"allow\",\"known\":\"allow\",\"main\":\"allow\",\"\":\"deny\"}";
    var settings = "{\"approval\":\"deny\",\"approval_clients\":" + named + "}";
    var serve = asking().tool("*echo", settings).auth("{\"mode\":\"none\"}");
    try (var served = serve.start()) {
      for (var server : List.of("faulty", "native")) {
        assertThat(text(echo(served, Era.LEGACY, server).response())).isEqualTo("hi");
        assertThat(isError(echo(served, Era.MODERN, server).response())).isTrue();
        var client = served.modern();
        for (var name : List.of("known", "unknown", "known")) {
          var answer = call(client, "1", server + "__echo", ARGUMENTS, introducing(name));
          assertThat(text(answer.response()).equals("hi")).isEqualTo(name.equals("known"));
        }
        for (var agent : List.of("main", "other")) {
          var use = Turns.use("a", server + "__echo", ARGUMENTS);
          var live = Turns.of(served).live(Turns.bodyOf(agent, "s1", "", use));
          assertThat("hi".equals(live.results().get("a"))).isEqualTo(agent.equals("main"));
        }
      }
    }
  }

  private static String introducing(String name) {
    return "{\"io.modelcontextprotocol/clientInfo\":{\"name\":\"" + name + "\",\"version\":\"1\"}}";
  }

  @Test
  @DisplayName("Conditions on arguments say which calls of a tool are asked about")
  void when() throws IOException, InterruptedException {
    var settings = "{\"approval\":\"ask\",\"approval_when\":[\"/text unlike h*\"]}";
    try (var served = Serve.process().tool("echo", settings).start()) {
      var client = served.modern();
      assertThat(text(call(client, "1", "echo", ARGUMENTS).response())).isEqualTo("hi");
      var asked = call(client, "2", "echo", "{\"text\":\"rm\"}");
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(text(asked.response())).isEqualTo("rm");
    }
  }

  @Test
  @DisplayName("An answer that comes before the question decides nothing")
  void early() throws IOException, InterruptedException {
    try (var served = asking().start()) {
      for (var server : List.of("faulty", "native")) {
        var client = served.modern().declaring(FORMS);
        var round =
            client.ask(
                "tools/call",
                "{\"name\":\""
                    + server
                    + "__echo\",\"arguments\":"
                    + ARGUMENTS
                    + ",\"inputResponses\":{\"approval\":"
                    + answer("allow once")
                    + "}}");
        assertThat(round.at("result", "resultType").text()).isEqualTo("input_required");
        assertThat(shell.run(served, "deny", shell.waiting(served))).isEqualTo(ExitCode.OK);
      }
      assertThat(served.log("call")).isEmpty();
    }
  }

  @Test
  @DisplayName("S3-22: a client that leaves withdraws its question")
  void left() throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.modern();
      var _ = call(client, "1", "faulty__echo", ARGUMENTS);
      var id = shell.waiting(served);
      client.close();
      Patience.await(
          () -> {
            try {
              return shell.run(served, "show", id) == ExitCode.OK
                  && shell.out().contains("withdrawn");
            } catch (IOException e) {
              throw new AssertionError(e);
            }
          },
          shell::out);
    }
  }

  private static final String FORMS = "{\"elicitation\":{}}";

  private static String answer(String decision) {
    return "{\"action\":\"accept\",\"content\":{\"decision\":\"" + decision + "\"}}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName(
      "A legacy client that shows forms is asked itself, and what is no choice decides nothing")
  void legacyForm(String server) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.legacy(FORMS);
      client.ask("tools/list", "{}");
      var yes = call(client, "1", server + "__echo", ARGUMENTS);
      var form = yes.awaitMethod("elicitation/create");
      assertThat(form.at("params", "message").text())
          .isEqualTo(
              "Belay: run " + server + "__echo? · {\"text\":\"hi\"} · asked for: it speaks · 30 s");
      var choice = form.at("params", "requestedSchema", "properties", "decision");
      assertThat(choice.at("default").present()).isFalse();
      assertThat(choice.at("enum").raw())
          .isEqualTo("[\"allow once\",\"allow equal calls for a while\",\"deny\"]");
      client.reply(form.at("id").raw(), answer("allow once"));
      assertThat(text(yes.response())).isEqualTo("hi");

      var no = call(client, "2", server + "__echo", ARGUMENTS);
      assertThat(no.awaitMethod("elicitation/create").at("params", "message").text())
          .contains(" · equal to the call that local allowed at ");
      client.reply(no.awaitMethod("elicitation/create").at("id").raw(), answer("deny"));
      assertThat(text(no.response())).contains("A person did not allow this call (local)");

      for (var nothing : List.of("{\"action\":\"accept\"}", answer("ok"))) {
        var open = call(client, "3", server + "__echo", ARGUMENTS);
        client.reply(open.awaitMethod("elicitation/create").at("id").raw(), nothing);
        assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
        assertThat(text(open.response())).isEqualTo("hi");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName("The first answer wins: a form that is open is withdrawn as a terminal decides")
  void formWithdrawn(String server) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.legacy(FORMS);
      var answer = call(client, "1", server + "__echo", ARGUMENTS);
      var form = answer.awaitMethod("elicitation/create");
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(text(answer.response())).isEqualTo("hi");
      assertThat(answer.messages())
          .anyMatch(message ->
              message.at("method").text().equals("notifications/cancelled")
                  && message.at("params", "requestId").raw().equals(form.at("id").raw()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName("A modern client that shows forms gets the question for an answer, and comes back")
  void modernForm(String server) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.modern().declaring(FORMS);
      var params = "{\"name\":\"" + server + "__echo\",\"arguments\":" + ARGUMENTS;
      for (var decision : List.of("allow once", "deny")) {
        var round = client.ask("tools/call", params + "}").at("result");
        assertThat(round.at("resultType").text()).isEqualTo("input_required");
        var asked = ((Json.Members) round.at("inputRequests")).values();
        var key = asked.keySet().iterator().next();
        assertThat(round.at("inputRequests", key, "params", "message").text())
            .startsWith("Belay: run " + server + "__echo?");
        var again =
            params
                + ",\"requestState\":"
                + round.at("requestState").raw()
                + ",\"inputResponses\":{"
                + Json.quote(key)
                + ":"
                + answer(decision)
                + "}}";
        assertThat(text(client.ask("tools/call", again)))
            .startsWith(decision.equals("deny") ? "[DENIED]" : "hi");
      }
      var round = client.ask("tools/call", params + "}").at("result");
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      var back = params + ",\"requestState\":" + round.at("requestState").raw() + "}";
      assertThat(text(client.ask("tools/call", back))).isEqualTo("hi");
    }
  }

  @Test
  @DisplayName("approval: person asks no client, however it answers")
  void person() throws IOException, InterruptedException {
    var serve = Serve.process().tool("echo", "{\"approval\":\"person\"}");
    try (var served = serve.start()) {
      var client = served.modern().declaring(FORMS);
      var answer = call(client, "1", "echo", ARGUMENTS);
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(text(answer.response())).isEqualTo("hi");
    }
  }

  /** Tools whose author wants a person asked. */
  static final class Payments {
    @Tool(description = "Pays.", approval = ApprovalNeed.ASK)
    String pay(int amount) {
      return "paid " + amount;
    }

    @Tool(description = "Says the balance.", readOnly = true)
    String balance() {
      return "7";
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"pay", "general.pay"})
  @DisplayName("A Java tool says itself that a person is asked, before any list, by any name")
  void declared(String name) throws IOException, InterruptedException {
    try (var served =
        Serve.process().with(Tools.of(new Payments())).auth("{\"mode\":\"none\"}").start()) {
      var client = served.modern();
      assertThat(text(call(client, "1", "native__balance", "{}").response())).isEqualTo("7");
      var paid = call(client, "2", "native__" + name, "{\"amount\":5}");
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("asked for   the tool asks for it");
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(text(paid.response())).isEqualTo("paid 5");
      var use = Turns.use("a", "native__" + name, "{\"amount\":6}");
      var live = Turns.of(served).live(Turns.body(use));
      assertThat(shell.run(served, "approve", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(live.results()).containsEntry("a", "paid 6");
    }
    var lifted =
        Serve.process().with(Tools.of(new Payments())).tool("*pay", "{\"approval\":\"allow\"}");
    try (var served = lifted.start()) {
      var paid = call(served.modern(), "1", "native__" + name, "{\"amount\":5}");
      assertThat(text(paid.response())).isEqualTo("paid 5");
    }
  }

  @Test
  @DisplayName("People are told of a call that waits, and of its end, by a program")
  void told(@TempDir Path directory) throws IOException, InterruptedException {
    var file = directory.resolve("notices");
    var serve =
        asking().approval("notify", "{\"command\":[\"sh\",\"-c\",\"cat >> " + file + "\"]}");
    try (var served = serve.start()) {
      var answer = echo(served, Era.MODERN, "faulty");
      var id = shell.waiting(served);
      Patience.await(
          () -> Files.exists(file) && read(file).contains("\"approval.asked\""), () -> "not told");
      assertThat(read(file)).contains(id, "it speaks");
      assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.OK);
      assertThat(text(answer.response())).isEqualTo("hi");
      Patience.await(() -> read(file).contains("\"approval.decided\""), () -> read(file));
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @DisplayName("Bad input: words that decide nothing say what does")
  void badInput() throws IOException, InterruptedException {
    try (var served = Serve.process().start()) {
      for (var words :
          List.of(
              List.of("aprove", "x"),
              List.of("approve"),
              List.of("revoke"),
              List.of("show", "a", "b"),
              List.of("list", "--scope", "once"),
              List.of("approve", "x", "--all"),
              List.of("approve", "x", "--scope", "all"),
              List.of("deny", "x", "--scope", "tool"))) {
        assertThat(shell.run(served, words.toArray(String[]::new)))
            .as(words.toString())
            .isEqualTo(ExitCode.USAGE);
      }
      assertThat(shell.run(served, "approve", "feedbeef")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).contains("no call feedbeef waits. See: belay approvals --all");
    }
  }
}

package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.json.Json;
import dev.belay.tools.annotation.ApprovalNeed;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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
@Tag("process")
final class ApprovedCallsTest {
  private static final String ASK = "{\"approval\":\"ask\",\"approval_reason\":\"it speaks\"}";
  private static final String ARGUMENTS = "{\"text\":\"hi\"}";
  private static final String FORMS = "{\"elicitation\":{}}";
  private final DecidingShell shell = new DecidingShell();

  /** Tools of this program, of which one has an author who wants a person asked. */
  static final class Own {
    @Tool(description = "Echoes.")
    String echo(String text) {
      return text;
    }

    @Tool(description = "Pays.", approval = ApprovalNeed.ASK)
    String pay(int amount) {
      return "paid " + amount;
    }
  }

  private static Serve asking() throws IOException, InterruptedException {
    return asking(Serve.puppet());
  }

  private static Serve asking(Serve serve) {
    return serve
        // By default a list is sent without a server that delays it.
        .mcp("tools_list", "{\"wait_ms\":60000}")
        .tool("*echo", ASK)
        .with(Tools.of(new Own()));
  }

  private static HttpAnswer echo(Served served, Era era, String server)
      throws InterruptedException {
    return call(served.client(era), "1", server + "__echo", ARGUMENTS);
  }

  private void decide(Served served, String... words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of(words));
    all.add(1, shell.waiting(served));
    assertThat(shell.run(served, all.toArray(String[]::new))).isEqualTo(ExitCode.OK);
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("of a server's tool and of a Java tool, in both eras; a program is told of each")
  void approved(Era era, @TempDir Path directory) throws IOException, InterruptedException {
    var file = Files.createFile(directory.resolve("notices"));
    var notify = "{\"command\":[\"sh\",\"-c\",\"cat >> " + file + "\"]}";
    try (var served = asking().approval("notify", notify).start()) {
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
        assertThat(shell.run(served, "show", id)).isEqualTo(ExitCode.OK);
        assertThat(shell.out()).contains(", by local via api");
        for (var notice : List.of("\"approval.asked\"", "\"approval.decided\"")) {
          Patience.await(
              () ->
                  Files.readAllLines(file).stream()
                      .anyMatch(line -> line.contains(id) && line.contains(notice)),
              () -> "no " + notice + " of " + id);
        }
      }
      assertThat(served.log("call")).containsExactly("echo");
    }
  }

  @Test
  @DisplayName("A no is told to the model, and the tool never runs")
  void denied() throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var answer = echo(served, Era.LEGACY, "faulty");
      var id = shell.waiting(served);
      var brief = id.substring(id.lastIndexOf('-') + 1).substring(0, 8);
      assertThat(shell.run(served, "deny", brief, "--reason", "too loud")).isEqualTo(ExitCode.OK);
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
  @DisplayName("Arguments of two meanings are not asked about, and approval: person asks no client")
  void person() throws IOException, InterruptedException {
    var serve = Serve.puppet().tool("echo", "{\"approval\":\"person\"}");
    try (var served = serve.start()) {
      var client = served.modern().declaring(FORMS);
      var twice = "{\"text\":\"good\",\"text\":\"evil\"}";
      assertThat(text(call(client, "1", "echo", twice).response()))
          .startsWith("[DENIED] The arguments of this call can be read in more than one way");
      assertThat(served.log("call")).isEmpty();
      var answer = call(client, "2", "echo", ARGUMENTS);
      decide(served, "approve");
      assertThat(text(answer.response())).isEqualTo("hi");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  @DisplayName(
      "Without an answer the call ends in time, and one like it can still be allowed; C40: where"
          + " it can be a job, it becomes one in place of that")
  void late(boolean isJob) throws IOException, InterruptedException {
    var time = new HandTime();
    var serve = asking().on(time);
    try (var served = (isJob ? serve : serve.mcp("handoff_after", "0")).start()) {
      var client = served.modern();
      var answer = call(client, "1", "faulty__echo", ARGUMENTS);
      var id = shell.waiting(served);
      // It is listed a moment before its wait begins.
      time.pass(Duration.ofSeconds(30));
      var said = answer.response();
      if (isJob) {
        assertThat(said.at("result", "structuredContent", "job_id").text()).isEqualTo(id);
        assertThat(said.at("result", "structuredContent", "status").text())
            .isEqualTo("input_required");
        var job = "{\"job_id\":\"" + id + "\"}";
        assertThat(text(call(client, "2", "job_status", job).response()))
            .contains("has waited for", "a person must allow it first");
        decide(served, "approve");
        assertThat(text(call(client, "3", "job_result", job).response())).isEqualTo("hi");
      } else {
        assertThat(text(said))
            .matches(
                "Command timed out waiting for approval\\. Consider approving faster or"
                    + " configuring a longer timeout\\. It did not run\\. It can still be allowed"
                    + " for 10 minutes \\(belay approvals approve "
                    + id
                    + "\\)(?s:.*)");
        assertThat(shell.run(served, "approve", id)).isEqualTo(ExitCode.OK);
        assertThat(shell.err()).contains("granted late: the next equal call");
        assertThat(text(echo(served, Era.MODERN, "faulty").response())).isEqualTo("hi");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty__echo", "native__pay", "native__general.pay"})
  @DisplayName(
      "In a turn the same person decides, also where the author of a Java tool asks for them,"
          + " before any list and by any name")
  void inTurn(String tool) throws IOException, InterruptedException {
    try (var served = asking().auth("{\"mode\":\"none\"}").start()) {
      var use = Turns.use("a", tool, tool.endsWith("echo") ? ARGUMENTS : "{\"amount\":6}");
      var live = Turns.of(served).live(Turns.body(use));
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains(
              "asked for   " + (tool.endsWith("echo") ? "it speaks" : "the tool asks for it"));
      assertThat(live.soFar()).noneMatch(event -> event.type().equals("tool_result"));
      decide(served, "approve");
      assertThat(live.results().get("a")).isIn("hi", "paid 6");
    }
  }

  @Test
  @DisplayName(
      "What differs from the last allowed call is shown, and a decision for equal calls holds,"
          + " until a reload makes the server another one")
  void compared(@TempDir Path directory) throws IOException, InterruptedException {
    var audit = directory.resolve("audit.jsonl");
    var serve = asking().audited(audit);
    try (var other = FaultyHttp.start();
        var served = serve.start()) {
      var client = served.legacy();
      // Until a list has named the tool, its definition is unknown, and no decision outlives that.
      client.ask("tools/list", "{}");
      var first = call(client, "1", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out())
          .contains("compared    No earlier yes to a call of the tool is known.");
      decide(served, "approve", "--scope", "same");
      assertThat(text(first.response())).isEqualTo("hi");
      assertThat(text(call(client, "2", "faulty__echo", ARGUMENTS).response())).isEqualTo("hi");
      var changed = call(client, "3", "faulty__echo", "{\"text\":\"ho\"}");
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
      decide(served, "deny");
      assertThat(isError(changed.response())).isTrue();

      served.replace(serve.mcp("timeout", "70").settings());
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("allow", "faulty", "echo");
      served.replace(serve.with("url", Json.quote(other.url().toString())).settings());
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).doesNotContain("faulty");
      Patience.await(
          () -> Files.readString(audit).contains("dropped by a reload"),
          () -> "the audit log does not say what was dropped");
      var next = served.legacy();
      next.ask("tools/list", "{}");
      var last = call(next, "1", "faulty__echo", ARGUMENTS);
      assertThat(shell.run(served, "show", shell.waiting(served))).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains("No earlier yes to a call");
      decide(served, "deny");
      assertThat(isError(last.response())).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName("A decision for a session leaves the list as the session ends")
  void sessionEnds(String server) throws IOException, InterruptedException {
    try (var served = asking().start()) {
      var client = served.legacy();
      client.ask("tools/list", "{}");
      var asked = call(client, "1", server + "__echo", ARGUMENTS);
      decide(served, "approve", "--scope", "tool");
      assertThat(text(asked.response())).isEqualTo("hi");
      assertThat(shell.run(served, "rules")).isEqualTo(ExitCode.OK);
      assertThat(shell.out()).contains(server);
      assertThat(client.delete().status()).isBetween(200, 204);
      Patience.await(
          () -> shell.run(served, "rules") == ExitCode.OK && !shell.out().contains(server),
          shell::out);
    }
  }

  @Test
  @DisplayName("A decision for a time holds in other sessions and after a restart, until revoked")
  void forTime(@TempDir Path state) throws IOException, InterruptedException {
    var server = FaultyHttp.start();
    // The store has its time to open: the clock stands still.
    var serve = asking(Serve.url(server.url())).on(new HandTime());
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
          .contains(id + " allowed, and calls like it until 1970-01-01T08:00:00Z")
          .doesNotContain("belay:");
      assertThat(text(first.response())).isEqualTo("hi");
      rule = rule(served);
    }
    try (server;
        var served = serve.keeping(state).start()) {
      assertThat(rule(served)).isEqualTo(rule);
      for (var era : Era.values()) {
        var client = served.client(era);
        client.ask("tools/list", "{}");
        assertThat(text(call(client, "1", "faulty__echo", "{\"text\":\"again\"}").response()))
            .isEqualTo("again");
      }
      assertThat(shell.run(served, "revoke", rule)).isEqualTo(ExitCode.OK);
      assertThat(shell.run(served, "revoke", rule)).isEqualTo(ExitCode.ERROR);
      var client = served.modern();
      client.ask("tools/list", "{}");
      var asked = call(client, "1", "faulty__echo", ARGUMENTS);
      decide(served, "deny");
      assertThat(isError(asked.response())).isTrue();
      assertThat(served.reports()).noneMatch(line -> line.contains("decision"));
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
        for (var name : List.of("known", "unknown")) {
          var meta =
              "{\"io.modelcontextprotocol/clientInfo\":{\"name\":\"%s\",\"version\":\"1\"}}"
                  .formatted(name);
          var answer = call(client, "1", server + "__echo", ARGUMENTS, meta);
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

  private static String answer(String decision) {
    return "{\"action\":\"accept\",\"content\":{\"decision\":\"" + decision + "\"}}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName(
      "A legacy client that shows forms is asked itself; what is no choice decides nothing, and a"
          + " form is withdrawn as a terminal decides")
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
        decide(served, "approve");
        assertThat(text(open.response())).isEqualTo("hi");
      }

      var open = call(client, "4", server + "__echo", ARGUMENTS);
      var asked = open.awaitMethod("elicitation/create").at("id").raw();
      decide(served, "approve");
      assertThat(text(open.response())).isEqualTo("hi");
      assertThat(open.messages())
          .anyMatch(message ->
              message.at("method").text().equals("notifications/cancelled")
                  && message.at("params", "requestId").raw().equals(asked));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"faulty", "native"})
  @DisplayName(
      "A modern client that shows forms gets the question for an answer, and comes back; an answer"
          + " before the question decides nothing")
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
      decide(served, "approve");
      var back = params + ",\"requestState\":" + round.at("requestState").raw() + "}";
      assertThat(text(client.ask("tools/call", back))).isEqualTo("hi");

      var calls = served.log("call").size();
      var early = params + ",\"inputResponses\":{\"approval\":" + answer("allow once") + "}}";
      assertThat(client.ask("tools/call", early).at("result", "resultType").text())
          .isEqualTo("input_required");
      decide(served, "deny");
      assertThat(served.log("call")).hasSize(calls);
    }
  }

  @Test
  @DisplayName("Bad input: words that decide nothing say what does")
  void badInput() throws IOException, InterruptedException {
    try (var served = Serve.puppet().start()) {
      for (var words :
          List.of(
              "aprove x",
              "approve",
              "revoke",
              "show a b",
              "list --scope once",
              "approve x --all",
              "approve x --scope all",
              "deny x --scope tool")) {
        assertThat(shell.run(served, words.split(" ", -1))).as(words).isEqualTo(ExitCode.USAGE);
      }
      assertThat(shell.run(served, "approve", "feedbeef")).isEqualTo(ExitCode.ERROR);
      assertThat(shell.err()).contains("no call feedbeef waits. See: belay approvals --all");
    }
  }
}

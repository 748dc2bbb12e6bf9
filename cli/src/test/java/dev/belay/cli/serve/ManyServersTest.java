package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Many servers behind one URL: three that serve, one that is dead, one that hangs")
@Tag("process")
final class ManyServersTest {
  private static final List<String> SERVING = List.of("faulty", "new_one", "both");
  private static final String ASKING = "{\"method\":\"elicitation/create\"}";
  private static final String FORMS = "{\"elicitation\":{}}";
  @AutoClose private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served =
        Serve.puppet()
            .and("dead", "{\"command\":\"/bin/no-such-program\"}")
            .and("hanging", "--slow-start", "3600000")
            .and("new.one", "--era", "modern")
            .and("both", "--era", "both")
            .start();
  }

  /** Waits until all servers that can start are serving. Returns their tools. */
  private static List<String> allTools(ScriptedHttpClient client) throws InterruptedException {
    // The awaited list itself: the next one is built anew, and may lack a late server.
    var complete = new AtomicReference<List<String>>();
    Patience.await(
        () -> {
          var tools =
              client.ask("tools/list", "{}").at("result", "tools").items().stream()
                  .map(tool -> tool.at("name").text())
                  .toList();
          complete.set(tools);
          return SERVING.stream().allMatch(name -> tools.contains(name + "__echo"));
        },
        () -> "the servers are not all there");
    return complete.get();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "Lists have the tools of all that serve, each is called by its prefix, a dead one says why,"
          + " and one that hangs hurts no other")
  void eachIsCalled(Era era) throws InterruptedException {
    var client = served.client(era);
    var waiting = call(client, "\"w\"", "hanging__echo", "{\"text\":\"never\"}");
    var tools = allTools(client);
    var jobs = List.of("job_status", "job_result", "job_cancel", "job_list");
    var ofServers = tools.subList(0, tools.size() - jobs.size());
    assertThat(ofServers.stream().map(name -> name.substring(0, name.indexOf("__"))).distinct())
        .containsExactlyElementsOf(SERVING);
    assertThat(tools).endsWith(jobs.toArray(String[]::new)).doesNotHaveDuplicates();
    for (var name : List.of("faulty", "new_one", "both", "new.one")) {
      var answer = client.call(name + "__echo", "{\"text\":\"" + name + "\"}");
      assertThat(text(answer)).isEqualTo(name);
      assertThat(isError(answer)).isFalse();
    }
    assertThat(waiting.hasEnded()).isFalse();

    var dead = client.call("dead__echo", "{}");
    assertThat(isError(dead)).isTrue();
    assertThat(text(dead)).contains("/bin/no-such-program");
    var error = unknown(client);
    assertThat(error.at("code").raw()).isEqualTo("-32602");
    assertThat(error.at("message").text())
        .startsWith("Unknown tool: fault__echo. Did you mean faulty__echo")
        .contains("The server \"dead\" is unavailable");
    if (era == Era.LEGACY) {
      client.cancel("\"w\"").awaitEnd();
      assertThat(waiting.awaitEnd()).isEmpty();
    }
  }

  /** {@return the error of a call of no tool, which says why the dead server lists none} */
  private static Json unknown(ScriptedHttpClient client) throws InterruptedException {
    var error = new AtomicReference<Json>(Json.Atom.ABSENT);
    // While Belay tries it again, which is at any moment, it is a server that has not listed yet.
    Patience.await(
        () -> {
          var now = client.call("fault__echo", "{}").at("error");
          error.set(now);
          return now.at("message").text().contains("\"dead\" is unavailable");
        },
        () -> "the dead server is not said to be: " + error.get().raw());
    return error.get();
  }

  @Test
  @DisplayName("Two servers ask one client at once, and each gets the answer that it asked for")
  void questionsOfTwoServersAtOnce() throws InterruptedException {
    var client = served.legacy(FORMS);
    var one = call(client, "1", "faulty__ask", ASKING);
    var two = call(client, "2", "both__ask", ASKING);
    var first = one.awaitMethod("elicitation/create");
    var second = two.awaitMethod("elicitation/create");
    assertThat(first.at("id").raw()).isNotEqualTo(second.at("id").raw());
    client.reply(second.at("id").raw(), "{\"action\":\"accept\",\"content\":{\"n\":2}}");
    client.reply(first.at("id").raw(), "{\"action\":\"accept\",\"content\":{\"n\":1}}");
    assertThat(text(one.response())).contains("\"n\":1");
    assertThat(text(two.response())).contains("\"n\":2");
  }

  @Test
  @DisplayName("A modern client is asked in the answer, and comes back to the server that asked")
  void questionsToAModernClient() throws InterruptedException {
    var client = served.modern().declaring(FORMS);
    for (var server : List.of("faulty", "both")) {
      var params = "{\"name\":\"" + server + "__ask\",\"arguments\":" + ASKING;
      var round = client.ask("tools/call", params + "}").at("result");
      assertThat(round.at("resultType").text()).isEqualTo("input_required");
      var key = ((Json.Members) round.at("inputRequests")).values().keySet().iterator().next();
      var state = round.at("requestState");
      var again =
          "%s,\"inputResponses\":{%s:{\"action\":\"accept\",\"content\":{\"by\":\"%s\"}}}%s}"
              .formatted(
                  params,
                  Json.quote(key),
                  server,
                  state.present() ? ",\"requestState\":" + state.raw() : "");
      assertThat(text(client.ask("tools/call", again))).contains("\"by\":\"" + server + "\"");
    }
  }
}

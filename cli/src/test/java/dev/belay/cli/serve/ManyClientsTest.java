package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("P28: nothing that one client sends touches another")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class ManyClientsTest {
  private static final int EACH = 100;
  private static final String ELICITS = "{\"elicitation\":{}}";
  private static final String ASKING = "{\"method\":\"elicitation/create\"}";
  private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served = Serve.process().start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  @Test
  @DisplayName("P28, CVE-2026-25536: 200 clients with equal ids get each its own answer")
  void equalIdsNeverCross() throws InterruptedException {
    var clients = new ArrayList<ScriptedHttpClient>();
    for (var i = 0; i < EACH; i++) {
      clients.add(served.legacy());
      clients.add(served.modern());
    }
    for (var id : List.of("1", "\"1\"", "0")) {
      var answers = new ArrayList<HttpAnswer>();
      for (var i = 0; i < clients.size(); i++) {
        answers.add(
            call(clients.get(i), id, "echo", "{\"text\":\"" + id.length() + "-" + i + "\"}"));
      }
      for (var i = 0; i < clients.size(); i++) {
        var response = answers.get(i).response();
        assertThat(text(response)).isEqualTo(id.length() + "-" + i);
        assertThat(response.at("id").raw()).isEqualTo(id);
        assertThat(answers.get(i).isWhole()).isTrue();
      }
    }
  }

  @ParameterizedTest(name = "{0} and {1}")
  @CsvSource({"LEGACY,LEGACY", "MODERN,MODERN", "LEGACY,MODERN"})
  @DisplayName("Progress under the same token goes to the call that it is of")
  void equalTokensNeverCross(Era one, Era other) throws InterruptedException {
    var answers = new ArrayList<HttpAnswer>();
    for (var era : List.of(one, other)) {
      var steps = answers.size() + 3;
      answers.add(
          call(
              served.client(era),
              "1",
              "progress",
              "{\"steps\":" + steps + ",\"everyMs\":60}",
              "{\"progressToken\":\"t\"}"));
    }
    for (var i = 0; i < answers.size(); i++) {
      assertThat(text(answers.get(i).response())).isEqualTo("done");
      assertThat(answers.get(i).messages())
          .filteredOn(message -> message.at("method").text().equals("notifications/progress"))
          .isNotEmpty()
          .allMatch(message -> message.at("params", "progressToken").text().equals("t"))
          .extracting(message -> message.at("params", "total").raw())
          .containsOnly(Integer.toString(i + 3));
    }
  }

  @Test
  @DisplayName("A cancellation is of the client's own id, and of no session but its own")
  void aCancellationIsOnesOwn() throws IOException, InterruptedException {
    var leaver = served.legacy();
    var stayer = served.legacy();
    var gate = served.gate();
    var stays = call(stayer, "7", "sleep", gate.arguments());
    var staysId = served.awaitRunning(gate.arguments());
    var left = served.hang(leaver, "7");

    leaver.cancel("7").awaitEnd();
    leaver.cancel("7").awaitEnd();
    served.modern().cancel("7").awaitEnd();

    assertThat(left.answer().awaitEnd()).isEmpty();
    served.awaitCancelled(left.upstreamId());
    gate.open();
    assertThat(text(stays.response())).isEqualTo("slept");
    assertThat(served.log("cancelled")).doesNotContain(staysId);
  }

  @Test
  @DisplayName("A session that is not there is 404, and the end of one is not the end of another")
  void sessionsEndEachByItself() throws InterruptedException {
    var one = served.legacy();
    var other = served.legacy();
    assertThat(one.session()).isNotEmpty().isNotEqualTo(other.session());
    var forged = served.legacy();
    forged.join(one.session() + "x", Served.NEWEST);
    assertThat(forged.request("1", "ping", "{}").status()).isEqualTo(404);
    assertThat(forged.delete().status()).isEqualTo(404);

    assertThat(one.delete().status()).isBetween(200, 204);
    assertThat(one.request("1", "ping", "{}").status()).isEqualTo(404);
    assertThat(text(other.call("echo", "{\"text\":\"here\"}"))).isEqualTo("here");
  }

  @Test
  @DisplayName("News of a resource reaches who subscribed to it, and nobody else")
  void subscriptionsAreOnesOwn() throws InterruptedException {
    var one = served.legacy();
    var other = served.legacy();
    var oneHears = one.listen();
    var otherHears = other.listen();
    assertThat(oneHears.status()).isEqualTo(200);
    assertThat(otherHears.status()).isEqualTo(200);
    assertThat(one.ask("resources/subscribe", "{\"uri\":\"a:b\"}").at("result").present()).isTrue();

    served.modern().call("resource_change", "{\"uri\":\"a:b\"}");
    served.modern().call("list_change", "{}");

    var updated = oneHears.awaitMethod("notifications/resources/updated");
    assertThat(updated.at("params", "uri").text()).isEqualTo("a:b");
    otherHears.awaitMethod("notifications/tools/list_changed");
    assertThat(otherHears.messages())
        .noneMatch(message -> message.at("method").text().startsWith("notifications/resources"));
  }

  @Test
  @DisplayName("§8: a question waits in the state of the one request that it is of")
  void requestStateIsOnesOwn() throws InterruptedException {
    var one = served.modern().declaring(ELICITS);
    var two = served.modern().declaring(ELICITS);
    var first = one.call("ask", ASKING);
    var second = two.call("ask", ASKING);
    assertThat(first.at("result", "resultType").text()).isEqualTo("input_required");
    var state = first.at("result", "requestState").text();
    assertThat(state).isNotEqualTo(second.at("result", "requestState").text());

    var mangled = state.substring(0, state.length() - 2) + (state.endsWith("AA") ? "BB" : "AA");
    assertThat(answered(two, first, mangled, "red").at("error").present()).isTrue();
    assertThat(text(answered(two, second, null, "blue"))).contains("blue");
    assertThat(text(answered(one, first, state, "green"))).contains("green");
  }

  @Test
  @DisplayName("Two legacy clients that are asked at once on one process: nobody guesses an owner")
  void aQuestionReachesTheOneItIsOf() throws IOException, InterruptedException {
    var one = served.legacy(ELICITS);
    var bystander = served.legacy(ELICITS);
    var hears = bystander.listen();
    assertThat(hears.status()).isEqualTo(200);
    var asking = call(one, "1", "ask", ASKING);
    var question = asking.awaitMethod("elicitation/create");
    one.reply(question.at("id").raw(), "{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}")
        .awaitEnd();
    assertThat(text(asking.response())).contains("red");

    var gate = served.gate();
    var busy = call(bystander, "2", "sleep", gate.arguments());
    var _ = served.awaitRunning(gate.arguments());
    var ambiguous = call(one, "3", "ask", ASKING).response();
    assertThat(ambiguous.raw()).contains("isolation: session");
    gate.open();
    assertThat(text(busy.response())).isEqualTo("slept");
    assertThat(busy.messages()).noneMatch(m -> m.at("method").text().startsWith("elicitation"));
    assertThat(hears.messages()).noneMatch(m -> m.at("method").text().startsWith("elicitation"));
  }

  private static Json answered(
      ScriptedHttpClient client, Json asked, @Nullable String state, String colour)
      throws InterruptedException {
    if (!(asked.at("result", "inputRequests") instanceof Json.Members requests)) {
      throw new AssertionError(asked.raw());
    }
    var key = requests.values().keySet().iterator().next();
    var given = state == null ? asked.at("result", "requestState").text() : state;
    return client.ask(
        "tools/call",
        "{\"name\":\"ask\",\"arguments\":%s,\"requestState\":%s,\"inputResponses\":{%s:%s}}"
            .formatted(
                ASKING,
                Json.quote(given),
                Json.quote(key),
                "{\"action\":\"accept\",\"content\":{\"colour\":\"" + colour + "\"}}"));
  }
}

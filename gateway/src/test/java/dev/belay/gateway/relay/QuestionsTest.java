package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What a server asks its client reaches it under an id of Belay's own, and comes back")
final class QuestionsTest extends Closing {
  @ParameterizedTest
  @ValueSource(strings = {"elicitation/create", "sampling/createMessage", "roots/list", "odd/ask"})
  void aQuestionReachesTheClientAndItsAnswerReturns(String method) throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "ask", "{\"method\":\"" + method + "\",\"params\":{ \"n\":1.50}}", "{}");
    var question = rope.client().awaitMethod(method);
    assertThat(question.at("params").raw()).isEqualTo("{ \"n\":1.50}");
    assertThat(question.at("id").raw()).isNotEqualTo("\"faulty-1\"");

    answer(rope, question, "\"result\":{ \"a\":1.0e1}");
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("{ \"a\":1.0e1}");
    assertThat(Json.parse(rope.log("answer").getFirst()).at("id").raw()).isEqualTo("\"faulty-1\"");
  }

  @Test
  @DisplayName("With isolation: call too, where the processes of two calls ask at once")
  void processesOfSingleCallsMayAsk() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over().with("isolation", "call").with("idle_timeout", "20").initialized());
    rope.send("1", "ask", "{\"method\":\"first/ask\"}", "{}");
    rope.send("2", "ask", "{\"method\":\"second/ask\"}", "{}");
    var first = rope.client().awaitMethod("first/ask");
    var second = rope.client().awaitMethod("second/ask");
    answer(rope, second, "\"result\":{\"to\":2}");
    answer(rope, first, "\"result\":{\"to\":1}");
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo("{\"to\":1}");
    assertThat(text(rope.client().awaitResponse("2"))).isEqualTo("{\"to\":2}");
  }

  @Test
  void anErrorReturnsToo() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "ask", "{\"method\":\"roots/list\"}", "{}");
    var error = "{\"code\":-32601,\"message\":\"no roots\"}";
    answer(rope, rope.client().awaitMethod("roots/list"), "\"error\":" + error);
    assertThat(text(rope.client().awaitResponse("1"))).isEqualTo(error);
  }

  @Test
  @DisplayName("C17: while a question is open the idle clock stands still, the total one does not")
  void anOpenQuestionHoldsTheIdleClockOnly() throws InterruptedException {
    var rope =
        opened(StdioHarness.over().with("idle_timeout", "4").with("timeout", "6").initialized());
    rope.send("1", "ask", "{\"method\":\"elicitation/create\"}", "{}");
    var question = rope.client().awaitMethod("elicitation/create");
    assertThat(text(rope.passUntilResponse("1")))
        .startsWith("Tool exceeded wall-clock limit of 6s.");

    answer(rope, question, "\"result\":{}");
    assertThat(text(rope.passCall("hang_honouring_cancel", "{}")))
        .as("answered, so silence counts again")
        .startsWith("No progress for 4s");
  }

  @Test
  @DisplayName("C17: a ping asks no person, so it holds no clock")
  void anUnansweredPingHoldsNoClock() throws InterruptedException {
    var rope = opened(StdioHarness.over().with("idle_timeout", "2").initialized());
    rope.send("1", "ask", "{\"method\":\"ping\"}", "{}");
    rope.client().awaitMethod("ping");
    assertThat(text(rope.passUntilResponse("1"))).startsWith("No progress for 2s");
  }

  @Test
  @DisplayName("A question whose server has ended is taken back from the client")
  void aQuestionOfAnEndedServerIsTakenBack() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.send("1", "ask", "{\"method\":\"elicitation/create\"}", "{}");
    var question = rope.client().awaitMethod("elicitation/create");
    rope.client().call("crash", "{}");
    var cancelled = rope.client().awaitMethod("notifications/cancelled");
    assertThat(cancelled.at("params", "requestId")).isEqualTo(question.at("id"));

    answer(rope, question, "\"result\":{}");
    rope.settle();
    assertThat(rope.log("answer")).as("nobody is there to take it").isEmpty();
  }

  @Tag("process")
  @Test
  @DisplayName("A question that the server takes back is taken back under the client's id")
  void aWithdrawnQuestionIsTakenBack() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", WITHDRAWING).start());
    rope.client().notify("notifications/go", "{}");
    var question = rope.client().awaitMethod("elicitation/create");
    var token = question.at("params", "_meta", "progressToken");
    assertThat(token).isEqualTo(question.at("id"));
    rope.client()
        .notify(
            "notifications/progress", "{\"progressToken\":" + token.raw() + ",\"progress\":1.0}");
    var cancelled = rope.client().awaitMethod("notifications/cancelled");
    assertThat(cancelled.at("params", "requestId")).isEqualTo(question.at("id"));
    assertThat(cancelled.at("params", "reason").text()).isEqualTo("changed my mind");
    assertThat(rope.client().awaitMethod("notifications/heard").at("params", "progressToken").raw())
        .as("the client's progress went under the server's own token")
        .isEqualTo("\"pt\"");
  }

  /** Asks, waits for progress on its question, takes it back, and repeats what it had heard. */
  private static final String WITHDRAWING =
      """
      read line
      echo '{"jsonrpc":"2.0","id":"q","method":"elicitation/create","params":{"_meta":{"progressToken":"pt"}}}'
      read progress
      echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"q","reason":"changed my mind"}}'
      echo "$progress" | sed 's,notifications/progress,notifications/heard,'
      cat > /dev/null
      """;

  @Test
  @DisplayName("An answer to nothing is dropped")
  void anAnswerToNothingIsDropped() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client().send("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":{}}");
    rope.client().send("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}");
    rope.settle();
    assertThat(rope.log("answer")).isEmpty();
  }

  private static void answer(StdioHarness rope, Json question, String body) {
    rope.client().send("{\"jsonrpc\":\"2.0\",\"id\":" + question.at("id").raw() + "," + body + "}");
  }
}

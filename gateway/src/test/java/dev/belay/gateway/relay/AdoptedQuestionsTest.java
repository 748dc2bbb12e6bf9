package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A modern server's task asks its client, and goes on whatever that answers")
final class AdoptedQuestionsTest extends AdoptedTasks {
  private static String requests(String... keys) {
    var each = new ArrayList<String>();
    for (var key : keys) {
      each.add("\"" + key + "\":{\"method\":\"elicitation/create\",\"params\":" + FORM + "}");
    }
    return "\"inputRequests\":{" + String.join(",", each) + "}";
  }

  /** {@return a call whose task has asked the one question} */
  private Asked asking(Guest guest) throws InterruptedException {
    var asked = adopted(guest, 1);
    state(poll(1), "input_required", requests("one"));
    return asked;
  }

  @Test
  @DisplayName("A legacy client is asked what a task needs, each question once")
  void legacyClient() throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var asked = asking(guest);
    var question = crowd().question(asked, "elicitation/create");
    state(poll(2), "input_required", requests("one"));
    guest.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{}}");
    acknowledge(1, "one", "accept");
    complete(poll(3));
    assertThat(asked.text()).isEqualTo("done");
    assertThat(asked.told("elicitation/create")).hasSize(1);
  }

  @Test
  @DisplayName("A modern client is asked in a round of its own, and comes back to the call")
  void modernClient() throws InterruptedException {
    var guest = guest("MODERN", "MODERN");
    var asked = asking(guest);
    var round = crowd().endRound(asked);
    assertThat(round.at("resultType").text()).isEqualTo("input_required");
    var key = ((Json.Members) round.at("inputRequests")).values().keySet().iterator().next();
    var again =
        guest.retry(
            "must",
            "{}",
            round,
            "{" + Json.quote(key) + ":{\"action\":\"accept\",\"content\":{}}}");
    acknowledge(1, "one", "accept");
    complete(poll(2));
    assertThat(again.text()).isEqualTo("done");
    assertThat(server().calls()).hasSize(1);
  }

  @Test
  @DisplayName("A question that no client can answer fails the call, and ends the task")
  void nobody() throws InterruptedException {
    serving("MODERN");
    var guest = crowd().modern("local", "{\"extensions\":{\"" + EXTENSION + "\":{}}}");
    var asked = asking(guest);
    assertThat(asked.text()).contains("has not declared that it can be asked");
    asked("tasks/cancel", 1);
  }

  private void acknowledge(int number, String key, String action) throws InterruptedException {
    var update = asked("tasks/update", number);
    assertThat(update.message().at("params", "inputResponses", key, "action").text())
        .isEqualTo(action);
    assertThat(update.message().at("params", "taskId").text()).isEqualTo("up-1");
    update.answer("\"result\":{\"resultType\":\"complete\"}");
  }

  @Test
  @DisplayName("Each answer is brought as it comes, and a task may ask more than eight times")
  void manyRounds() throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var asked = adopted(guest, 1);
    for (int i = 1; i <= 20; i++) {
      state(poll(i), "input_required", requests("q" + i, "r" + i));
      int before = 2 * i;
      await("both", () -> asked.told("elicitation/create").size() == before);
      var last = asked.told("elicitation/create");
      guest.answer(last.get(2 * i - 1), "\"result\":{\"action\":\"decline\"}");
      acknowledge(2 * i - 1, "r" + i, "decline");
      guest.answer(last.get(2 * i - 2), "\"result\":{\"action\":\"accept\",\"content\":{}}");
      acknowledge(2 * i, "q" + i, "accept");
    }
    complete(poll(21));
    assertThat(asked.text()).isEqualTo("done");
  }

  @Test
  @DisplayName("More than 64 open questions fail the call, and more than a thousand in all")
  void tooMany() throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var asked = adopted(guest, 1);
    state(poll(1), "input_required", requests(keys(0, 65)));
    assertThat(asked.text()).contains("more than 64 questions at once");
    asked("tasks/cancel", 1);

    var patient = adopted(guest, 2);
    for (int i = 0; i < 20; i++) {
      state(poll(i + 2), "input_required", requests(keys(50 * i, 50 * i + 50)));
    }
    state(poll(22), "input_required", requests("one more"));
    assertThat(patient.text()).contains("has asked 1000 questions");
    asked("tasks/cancel", 2);
  }

  private static String[] keys(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "k" + i).toArray(String[]::new);
  }

  @ParameterizedTest
  @ValueSource(strings = {"input_required", "working"})
  @DisplayName("A question that the server no longer names is taken back from a legacy client")
  void takenBack(String status) throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var asked = adopted(guest, 1);
    state(poll(1), "input_required", requests("one", "two"));
    await("both", () -> asked.told("elicitation/create").size() == 2);
    boolean isAsking = status.equals("input_required");
    state(poll(2), status, isAsking ? requests("two") : "");
    int gone = isAsking ? 1 : 2;
    await("withdrawal", () -> asked.told("notifications/cancelled").size() == gone);
    var questions = asked.told("elicitation/create");
    assertThat(asked.told("notifications/cancelled").getFirst().at("params", "requestId").raw())
        .isEqualTo(questions.getFirst().at("id").raw());
    guest.answer(questions.getFirst(), "\"result\":{\"action\":\"decline\"}");
    if (isAsking) {
      guest.answer(questions.getLast(), "\"result\":{\"action\":\"decline\"}");
      acknowledge(1, "two", "decline");
    }
    complete(poll(3));
    assertThat(asked.text()).isEqualTo("done");
    assertThat(server().aboutTasks("tasks/update")).hasSize(isAsking ? 1 : 0);
  }

  @Test
  @DisplayName("A question that the server no longer names is none of a modern client's task")
  void takenBackFromTask() throws InterruptedException {
    serving("MODERN", ALWAYS);
    var guest = guest("MODERN");
    var id = guest.call("must", "{}").result().at("taskId").text();
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    awaitStatus(guest, id, "input_required");
    state(poll(2), "working", "");
    awaitStatus(guest, id, "working");
    complete(poll(3));
    awaitStatus(guest, id, "completed");
  }

  @Test
  @DisplayName(
      "A question that a task's client leaves unanswered is cancelled, and the task goes on")
  void unanswered() throws InterruptedException {
    serving("MODERN", ALWAYS + "http: { question_timeout: 5 }\n");
    var guest = guest("MODERN");
    var id = guest.call("must", "{}").result().at("taskId").text();
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    awaitStatus(guest, id, "input_required");
    var waiting = poll(2);
    crowd().time().advance(Duration.ofSeconds(6));
    acknowledge(1, "one", "cancel");
    state(waiting, "working", "");
    complete(poll(3));
    var end = awaitStatus(guest, id, "completed");
    assertThat(text(end.at("result"))).isEqualTo("done");
  }

  @Test
  @DisplayName("A question to which a legacy client of a task answers with an error is cancelled")
  void declined() throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var created = callAsTask(guest, "must", "{}").result();
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    crowd().pass(STEP, "the question", () -> !guest.told("elicitation/create").isEmpty());
    guest.answer(
        guest.told("elicitation/create").getFirst(), "\"error\":{\"code\":-1,\"message\":\"no\"}");
    acknowledge(1, "one", "cancel");
    complete(poll(2));
    var task = "{\"taskId\":" + created.at("task", "taskId").raw() + "}";
    assertThat(guest.ask("tasks/result", task).text()).isEqualTo("done");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A client with a handle is asked nothing: its questions are cancelled")
  void handle(boolean ofTask) throws InterruptedException {
    serving("MODERN", ALWAYS);
    var guest = crowd().modern();
    var handle = guest.call("must", "{}").result();
    if (ofTask) {
      created(call(1), "up-1");
      state(poll(1), "input_required", requests("one"));
      acknowledge(1, "one", "cancel");
      complete(poll(2));
    } else {
      call(1).answer("\"result\":{\"resultType\":\"input_required\"," + requests("one") + "}");
      var again = call(2);
      assertThat(again.message().at("params", "inputResponses", "one", "action").text())
          .isEqualTo("cancel");
      again.answer("\"result\":{\"resultType\":\"complete\"," + DONE + "}");
    }
    var job = "{\"job_id\":" + handle.at("structuredContent", "job_id").raw() + "}";
    assertThat(guest.call("job_result", job).text()).isEqualTo("done");
  }
}

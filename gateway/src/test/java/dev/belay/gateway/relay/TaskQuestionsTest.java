package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.mcp.server.Speaks;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: what is one thing in two dialects is held against both. */
@DisplayName(
    "A server that knows no tasks asks the client of a task, and its client is kept informed")
final class TaskQuestionsTest extends BenchedTasks {
  private static final String RELATED = "io.modelcontextprotocol/related-task";
  private static final String ACCEPT = "{\"action\":\"accept\",\"content\":{\"v\":\"%s\"}}";

  private String task(Guest guest, String tool) throws InterruptedException {
    return guest.call(tool, "{}").result().at("taskId").text();
  }

  private String legacyTask(Guest guest, String tool, String meta) throws InterruptedException {
    var params = "{\"name\":\"" + tool + "\",\"arguments\":{},\"task\":{}" + meta + "}";
    return guest.ask("tools/call", params).result().at("task", "taskId").text();
  }

  private Asked update(Guest guest, String task, String responses) {
    return guest.ask(
        "tasks/update",
        "{\"taskId\":" + Json.quote(task) + ",\"inputResponses\":" + responses + "}");
  }

  /** Lets time pass until so many of that method have reached it. Returns the last of them. */
  private Json told(Guest guest, String method, int count) throws InterruptedException {
    pass(method, () -> guest.told(method).size() >= count);
    return guest.told(method).get(count - 1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Modern: a task that waits for an answer says what for, and goes on with it")
  void modernAsked(Speaks server) throws InterruptedException {
    serving(server, ALWAYS);
    var guest = modern();
    var id = task(guest, "ask");
    var asking = awaitStatus(guest, id, "input_required");
    var question = asking.at("inputRequests", "q1");
    assertThat(question.at("method").text()).isEqualTo("elicitation/create");
    assertThat(question.at("params", "message").text()).isEqualTo("Your name?");
    assertThat(asking.at("statusMessage").text()).contains("It waits: question to the client.");
    var status = crowd().modern().call("job_status", "{\"job_id\":\"" + id + "\"}");
    assertThat(status.result().at("structuredContent", "status").text()).isEqualTo("waiting");

    var ignored = update(guest, id, "{\"q0\":" + ACCEPT.formatted("no") + "}").result();
    assertThat(ignored.at("resultType").text()).isEqualTo("complete");
    awaitStatus(guest, id, "input_required");
    update(guest, id, "{\"q1\":" + ACCEPT.formatted("yes") + "}").result();
    var done = awaitStatus(guest, id, "completed");
    assertThat(text(done.at("result"))).contains("name=", "yes");
    assertThat(done.at("inputRequests").present()).isFalse();
    assertThat(update(guest, id, "{\"q1\":{}}").result().at("resultType").text())
        .isEqualTo("complete");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Modern: several questions are answered one by one, as their client likes")
  void partly(Speaks server) throws InterruptedException {
    serving(server, ALWAYS);
    var guest = modern();
    var id = task(guest, "pair");
    await(
        "both questions",
        () -> of(guest, "tasks/get", id).result().at("inputRequests", "q2").present());
    update(guest, id, "{\"q2\":" + ACCEPT.formatted("two") + "}").result();
    var asking = awaitStatus(guest, id, "input_required");
    assertThat(asking.at("inputRequests", "q1").present()).isTrue();
    assertThat(asking.at("inputRequests", "q2").present()).isFalse();
    update(guest, id, "{\"q1\":" + ACCEPT.formatted("one") + ",\"q2\":{}}").result();
    assertThat(text(awaitStatus(guest, id, "completed").at("result"))).contains("one", "two");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("A client that cannot be asked is not, and its server is told so")
  void undeclared(Speaks server) throws InterruptedException {
    serving(server, ALWAYS);
    var guest = crowd().modern("local", "{\"extensions\":{\"" + EXTENSION + "\":{}}}");
    var id = task(guest, "ask");
    var done = awaitStatus(guest, id, "failed");
    assertThat(done.at("inputRequests").present()).isFalse();
  }

  @Test
  @DisplayName("Others' tasks, bad ids and answers by the thousand change nothing")
  void attacks() throws InterruptedException {
    serving(ALWAYS);
    var guest = modern();
    var id = task(guest, "ask");
    awaitStatus(guest, id, "input_required");
    var stranger = crowd().modern("somebody else", DECLARED);
    var answer = "{\"q1\":" + ACCEPT.formatted("evil") + "}";
    assertThat(update(stranger, id, answer).error().at("code").raw()).isEqualTo("-32602");
    var many =
        IntStream.range(2, 10_002)
            .mapToObj(i -> "\"q" + i + "\":{\"action\":\"decline\"}")
            .collect(Collectors.joining(",", "{", "}"));
    assertThat(update(guest, id, many).result().at("resultType").text()).isEqualTo("complete");
    assertThat(update(guest, id, "[1]").error().at("code").raw()).isEqualTo("-32602");
    update(guest, id, "{\"q1\":7}").result();
    var huge = "x".repeat(200) + id.substring(id.length() - 33);
    for (var method : new String[] {"tasks/get", "tasks/update", "tasks/cancel"}) {
      assertThat(of(guest, method, huge).error().at("code").raw()).isEqualTo("-32602");
    }
    awaitStatus(guest, id, "input_required");
    of(guest, "tasks/cancel", id).result();
    var ended = awaitStatus(guest, id, "cancelled");
    assertThat(ended.at("inputRequests").present()).isFalse();
    assertThat(update(guest, id, answer).result().at("resultType").text()).isEqualTo("complete");
  }

  @Test
  @DisplayName("A question that nobody answers in time is refused, and the task goes on")
  void expires() throws InterruptedException {
    serving(Speaks.LEGACY, ALWAYS + "http: { question_timeout: 60 }\n");
    var guest = modern();
    var id = task(guest, "ask");
    awaitStatus(guest, id, "input_required");
    crowd().time().advance(Duration.ofSeconds(61));
    var ended = awaitStatus(guest, id, "failed");
    assertThat(ended.at("error", "message").text()).contains("not answered in time");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Legacy: the client is asked by a request that names the task, and hears its states")
  void legacyAsked(Speaks server) throws InterruptedException {
    serving(server, "");
    var guest = crowd().legacy();
    var id = legacyTask(guest, "ask", "");
    awaitStatus(guest, id, "input_required");
    var question = told(guest, "elicitation/create", 1);
    assertThat(question.at("params", "message").text()).isEqualTo("Your name?");
    assertThat(question.at("params", "_meta", RELATED, "taskId").text()).isEqualTo(id);
    var waits = told(guest, "notifications/tasks/status", 1);
    assertThat(waits.at("params", "taskId").text()).isEqualTo(id);
    assertThat(waits.at("params", "status").text()).isEqualTo("input_required");

    var stranger = crowd().legacy();
    stranger.answer(question, "\"result\":" + ACCEPT.formatted("evil"));
    awaitStatus(guest, id, "input_required");
    guest.answer(question, "\"result\":" + ACCEPT.formatted("yes"));
    awaitStatus(guest, id, "completed");
    assertThat(of(guest, "tasks/result", id).text()).contains("yes");
    guest.answer(question, "\"result\":" + ACCEPT.formatted("again"));
    pass(
        "the end",
        () ->
            guest.told("notifications/tasks/status").stream()
                .anyMatch(one -> one.at("params", "status").text().equals("completed")));
    assertThat(stranger.told()).isEmpty();
  }

  @Test
  @DisplayName("Legacy: one who waits for the result is asked on its stream, in any session")
  void legacyAskedByResult() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = legacyTask(guest, "ask", "");
    guest.leave();
    var mute = crowd().legacy("{}");
    var silent = of(mute, "tasks/result", id);
    var other = crowd().legacy();
    var result = of(other, "tasks/result", id);
    pass("the question", () -> !result.told("elicitation/create").isEmpty());
    var question = result.told("elicitation/create").getFirst();
    assertThat(question.at("params", "_meta", RELATED, "taskId").text()).isEqualTo(id);
    assertThat(silent.told()).isEmpty();
    other.answer(question, "\"result\":" + ACCEPT.formatted("yes"));
    assertThat(result.text()).contains("yes");
    assertThat(silent.text()).contains("yes");
    assertThat(result.told("elicitation/create")).hasSize(1);
  }

  @Test
  @DisplayName("Legacy: the answer to tasks/result takes back what its client is asked, first")
  void withdrawnByResult() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = legacyTask(guest, "ask", "");
    guest.leave();
    var other = crowd().legacy();
    var result = of(other, "tasks/result", id);
    look(result, "elicitation/create", 1);
    var question = result.told("elicitation/create").getFirst();
    of(other, "tasks/cancel", id).result();
    assertThat(text(result.result())).contains("CANCELLED");
    // On the way of that answer, or on another if a look at the task was faster.
    assertThat(
            Stream.concat(
                result.told("notifications/cancelled").stream(),
                other.told("notifications/cancelled").stream()))
        .extracting(taken -> taken.at("params", "requestId").raw())
        .containsExactly(question.at("id").raw());
  }

  @Test
  @DisplayName("Legacy: a question that is no longer open is taken back; an error refuses it")
  void legacyWithdrawn() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = legacyTask(guest, "ask", "");
    var question = told(guest, "elicitation/create", 1);
    of(guest, "tasks/cancel", id).result();
    var taken = told(guest, "notifications/cancelled", 1);
    assertThat(taken.at("params", "requestId").raw()).isEqualTo(question.at("id").raw());

    var second = legacyTask(guest, "ask", "");
    var again = told(guest, "elicitation/create", 2);
    guest.answer(again, "\"error\":{\"code\":-1,\"message\":\"closed\"}");
    assertThat(awaitStatus(guest, second, "failed").at("statusMessage").text()).contains("closed");
  }

  @Test
  @DisplayName("Legacy: progress goes on under the token of the call, and names the task")
  void legacyProgress() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = legacyTask(guest, "work", ",\"_meta\":{\"progressToken\":\"mine\"}");
    bench.steps.add(3);
    var progress = told(guest, "notifications/progress", 1).at("params");
    assertThat(progress.at("progressToken").text()).isEqualTo("mine");
    assertThat(progress.at("progress").raw()).isEqualTo("3");
    assertThat(progress.at("total").raw()).isEqualTo("9");
    assertThat(progress.at("message").text()).isEqualTo("step 3");
    assertThat(progress.at("_meta", RELATED, "taskId").text()).isEqualTo(id);
    pass(
        "a status with that message",
        () ->
            guest.told("notifications/tasks/status").stream()
                .anyMatch(one -> one.at("params", "statusMessage").text().contains("step 3")));
    for (int i = 4; i < 9; i++) {
      bench.steps.add(i);
    }
    await(
        "the last step",
        () -> of(guest, "tasks/get", id).result().at("statusMessage").text().contains("step 8"));
    told(guest, "notifications/progress", 2);
    assertThat(guest.told("notifications/progress")).as("many at once are one").hasSize(2);
  }

  private Asked listen(Guest guest, String filter) {
    return guest.ask("subscriptions/listen", "{\"notifications\":" + filter + "}");
  }

  private void look(Asked asked, String method, int count) throws InterruptedException {
    pass(method, () -> asked.told(method).size() >= count);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Modern: who listens to its own tasks hears them as they change, to the end")
  void modernListens(Speaks server) throws InterruptedException {
    serving(server, ALWAYS);
    var guest = modern();
    var id = task(guest, "ask");
    awaitStatus(guest, id, "input_required");
    var foreign = task(crowd().modern("somebody else", DECLARED), "slow");
    var ids = "\"taskIds\":[\"" + id + "\",\"" + foreign + "\",\"none\"]";
    var listening = listen(guest, "{\"taskIds\":[\"" + id + "\"]}");
    var both = listen(guest, "{\"toolsListChanged\":true," + ids + "}");
    for (var one : new Asked[] {listening, both}) {
      look(one, "notifications/subscriptions/acknowledged", 1);
      var first = one.told().getFirst();
      assertThat(first.at("method").text()).endsWith("/acknowledged");
      assertThat(first.at("params", "notifications", "taskIds").raw())
          .isEqualTo("[\"" + id + "\"]");
      look(one, "notifications/tasks", 1);
      var told = one.told("notifications/tasks").getFirst().at("params");
      assertThat(told.at("status").text()).isEqualTo("input_required");
      assertThat(told.at("inputRequests", "q1").present()).isTrue();
      assertThat(told.at("_meta", "io.modelcontextprotocol/subscriptionId").present()).isTrue();
    }
    update(guest, id, "{\"q1\":" + ACCEPT.formatted("yes") + "}").result();
    pass("the end", () -> listening.isOver());
    var end = listening.told("notifications/tasks").getLast().at("params");
    assertThat(end.at("status").text()).isEqualTo("completed");
    assertThat(text(end.at("result"))).contains("yes");
    assertThat(listening.result().at("resultType").text()).isEqualTo("complete");
    guest.leave();
  }

  @Test
  @DisplayName("Modern: a task that ends before its subscription is acknowledged is told of, too")
  void endsBefore() throws InterruptedException {
    var puppet = new Puppet(/* modern= */ true, Puppet.tool("slow", "{}"));
    serving(MultiClientHarness.within(StdioHarness.over().withJobs().yaml(ALWAYS), puppet));
    var guest = modern();
    var id = task(guest, "slow");
    await("its call", () -> !puppet.calls().isEmpty());
    puppet.holdAcknowledgements();
    int before = puppet.listens().size();
    var listening = listen(guest, "{\"toolsListChanged\":true,\"taskIds\":[\"" + id + "\"]}");
    await("the servers' part", () -> puppet.listens().size() > before);
    puppet.calls().getLast().text("done");
    awaitStatus(guest, id, "completed");
    await("the end in the store", () -> crowd().jobs.open() == 0);
    assertThat(listening.told()).isEmpty();
    puppet.acknowledge();
    look(listening, "notifications/tasks", 1);
    assertThat(listening.told().getFirst().at("params", "notifications", "taskIds").raw())
        .isEqualTo("[\"" + id + "\"]");
    var told = listening.told("notifications/tasks").getFirst().at("params");
    assertThat(told.at("status").text()).isEqualTo("completed");
    guest.leave();
  }

  @Test
  @DisplayName("While the store fails, a poll is answered all the same, and says since when")
  void storeFails() throws InterruptedException {
    serving(ALWAYS);
    var guest = modern();
    var ended = task(guest, "quick");
    awaitStatus(guest, ended, "completed");
    await("the end in the store", () -> crowd().jobs.open() == 0);
    var open = task(guest, "slow");
    await(
        "its run",
        () ->
            of(guest, "tasks/get", open)
                .result()
                .at("statusMessage")
                .text()
                .contains("has run for"));
    crowd().store.fails = true;
    assertThat(of(guest, "tasks/get", open).result().at("statusMessage").text())
        .contains("has run for");
    var unknown = of(guest, "tasks/get", ended).result();
    assertThat(unknown.at("status").text()).isEqualTo("working");
    assertThat(unknown.at("statusMessage").text())
        .contains("the job store has not been reachable since");
    assertThat(unknown.at("ttlMs").raw()).isEqualTo("null");
    for (var made : new String[] {"nonsense", "x".repeat(70) + ended.substring(5)}) {
      assertThat(of(guest, "tasks/get", made).error().at("code").raw()).isEqualTo("-32602");
    }
    var legacy = crowd().legacy();
    assertThat(of(legacy, "tasks/get", ended).result().at("status").text()).isEqualTo("working");
    var status = legacy.call("job_status", "{\"job_id\":\"" + ended + "\"}").result();
    assertThat(status.at("structuredContent", "status").text()).isEqualTo("unknown");
    assertThat(status.at("isError").raw()).isNotEqualTo("true");
    var result = of(legacy, "tasks/result", ended);
    await("its wait", () -> crowd().jobs.storeFailures() >= 4);
    assertThat(result.isOver()).isFalse();
    crowd().store.fails = false;
    crowd().pass(Duration.ofSeconds(5), "the result", result::isOver);
    assertThat(result.text()).isEqualTo("quick");
    assertThat(of(guest, "tasks/get", ended).result().at("status").text()).isEqualTo("completed");
  }

  @Test
  @DisplayName("A tool that is called as a task alone refuses clients without tasks, and runs not")
  void asTaskAlone() throws InterruptedException {
    serving("tools: { quick: { job: task } }\n");
    var refused = crowd().modern().call("quick", "{}").error();
    assertThat(refused.at("code").raw()).isEqualTo("-32021");
    assertThat(refused.at("data", "requiredCapabilities", "extensions", EXTENSION).raw())
        .isEqualTo("{}");
    var legacy = crowd().legacy();
    assertThat(legacy.call("quick", "{}").error().at("code").raw()).isEqualTo("-32601");
    assertThat(legacy.ask("tools/list", "{}").result().at("tools").raw())
        .contains("\"execution\":{\"taskSupport\":\"required\"}");
    assertThat(bench.began).isEmpty();
    awaitStatus(modern(), task(modern(), "quick"), "completed");
    assertThat(text(of(legacy, "tasks/result", legacyTask(legacy, "quick", "")).result()))
        .isEqualTo("quick");
    assertThat(legacy.call("slow", "{}").isOver()).isFalse();
  }
}

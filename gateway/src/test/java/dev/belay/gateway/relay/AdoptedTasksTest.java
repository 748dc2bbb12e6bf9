package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallState;
import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: what is one thing in two dialects is held against both. */
@DisplayName("A task that a server makes of a call is waited for as the call")
final class AdoptedTasksTest extends AdoptedTasks {
  @ParameterizedTest
  @CsvSource({"LEGACY,LEGACY", "LEGACY,MODERN", "MODERN,LEGACY", "MODERN,MODERN"})
  @DisplayName("A plain call is answered with the result of the server's task, in any pair of eras")
  void plain(String of, String by) throws InterruptedException {
    serving(of);
    var asked = guest(by).watch("must", "{}");
    var came = call(1);
    if (modern) {
      assertThat(
              came.message()
                  .at("params", "_meta", "io.modelcontextprotocol/clientCapabilities", "extensions")
                  .raw())
          .contains(EXTENSION);
      assertThat(came.message().at("params", "task").present()).isFalse();
    } else {
      assertThat(came.message().at("params", "task").present()).isTrue();
    }
    created(came, "up-1");
    var first = poll(1);
    assertThat(first.message().at("params", "taskId").text()).isEqualTo("up-1");
    assertThat(first.message().at("params", "_meta").raw().contains(EXTENSION)).isEqualTo(modern);
    state(first, "working", "\"statusMessage\":\"half\"");
    state(poll(2), "working", "\"statusMessage\":\"half\"");
    complete(poll(3));
    var result = asked.result();
    assertThat(text(result)).isEqualTo("done");
    assertThat(result.raw()).doesNotContain("up-1", "related-task");
    assertThat(asked.told("notifications/progress"))
        .extracting(one -> one.at("params", "message").text())
        .as("what is new")
        .containsOnlyOnce("begun", "half");
    assertThat(server().aboutTasks("tasks/cancel")).isEmpty();
    await("no call", () -> crowd().governor().directory().calls().isEmpty());
    crowd().time().advance(Duration.ofMinutes(1));
    assertThat(server().aboutTasks("tasks/get")).as("once it has ended").hasSize(3);
  }

  /** {@return the id of the task that such a client has of a call} */
  private static String task(Guest guest, boolean isLegacy) throws InterruptedException {
    var created =
        isLegacy
            ? callAsTask(guest, "must", "{}").result().at("task")
            : guest.call("must", "{}").result();
    return created.at("taskId").text();
  }

  @ParameterizedTest
  @CsvSource({"LEGACY,LEGACY", "LEGACY,MODERN", "MODERN,LEGACY", "MODERN,MODERN"})
  @DisplayName("Clients that know tasks have one of Belay's in its place, with Belay's id")
  void asTask(String of, String by) throws InterruptedException {
    serving(of, ALWAYS);
    var guest = guest(by);
    boolean isLegacy = by.equals("LEGACY");
    var id = task(guest, isLegacy);
    assertThat(id).isNotEmpty().doesNotContain("up-");
    created(call(1), "up-1");
    state(poll(1), "working", "\"statusMessage\":\"half\"");
    await(
        "its message",
        () -> of(guest, "tasks/get", id).result().at("statusMessage").text().contains("half"));
    complete(poll(2));
    var ended = awaitStatus(guest, id, "completed");
    var end = isLegacy ? of(guest, "tasks/result", id).result() : ended.at("result");
    assertThat(text(end)).isEqualTo("done");
    assertThat(end.raw()).doesNotContain("up-1");
    var foreign = of(guest, "tasks/get", "up-1").error();
    assertThat(foreign.at("code").raw()).isEqualTo("-32602");
    assertThat(server().aboutTasks("tasks/get")).hasSize(2);
    assertThat(crowd().events(CallEvent.HandedOff.class)).hasSize(1);
  }

  @Test
  @DisplayName("Without jobs, tasks are neither declared nor answered, and no server is asked")
  void undeclared() throws InterruptedException {
    var puppet = new Puppet(false, tool("must", "required")).withTasks();
    var alone = MultiClientHarness.within(StdioHarness.over(), puppet);
    serving(alone, puppet);
    var guest = alone.stranger("local", "{}");
    var opened =
        guest.ask(
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"g\",\"version\":\"1\"}}");
    assertThat(opened.result().at("capabilities").raw()).doesNotContain("tasks");
    for (var method : List.of("tasks/get", "tasks/result", "tasks/cancel", "tasks/list")) {
      assertThat(guest.ask(method, "{\"taskId\":\"x\"}").error().at("code").raw())
          .isEqualTo("-32601");
    }
    assertThat(server().aboutTasks("tasks/get")).isEmpty();
  }

  @Test
  @DisplayName("A tool that need not be a task is called plainly, unless its call is a job at once")
  void optional() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var plain = guest.call("may", "{}");
    assertThat(call(1).message().at("params", "task").present()).isFalse();
    call(1).text("at once");
    assertThat(plain.text()).isEqualTo("at once");
    callAsTask(guest, "may", "{}").result();
    assertThat(call(2).message().at("params", "task", "ttl").raw()).matches("\\d+");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"result\":{\"resultType\":\"complete\",\"structuredContent\":{\"a\":1},\"content\":[]}",
        "\"result\":{\"resultType\":\"complete\",\"structuredContent\":\"a\",\"content\":[]}",
        "\"error\":{\"code\":-32021,\"message\":\"No.\",\"data\":{\"requiredCapabilities\":{\"x\":{}}}}",
        "\"error\":{\"code\":-32050,\"message\":\"No.\"}"
      })
  @DisplayName("The result of a task is what a legacy client would have had without one")
  void inItsWords(String answer) throws InterruptedException {
    var guest = guest("MODERN", "LEGACY");
    var plain = guest.call("odd", "{}");
    call(1).answer(answer);
    var task = callAsTask(guest, "odd", "{}");
    var id = task.result().at("task", "taskId").text();
    call(2).answer(answer);
    var result = of(guest, "tasks/result", id);
    assertThat(body(result)).isEqualTo(body(plain));
  }

  /** {@return a result or an error, without its id and the name of a task} */
  private static String body(Asked asked) throws InterruptedException {
    var answer = asked.answer();
    return (answer.at("result").raw() + answer.at("error").raw())
        .replaceFirst(",?\"_meta\":\\{\"[^\"]*related-task\":\\{[^}]*}}", "");
  }

  @Test
  @DisplayName("A tool that no list has named is called again as a task where its server insists")
  void unlisted() throws InterruptedException {
    serving("LEGACY");
    var asked = crowd().legacy().call("hidden", "{}");
    call(1).answer("\"error\":{\"code\":-32601,\"message\":\"only as a task\"}");
    assertThat(call(2).message().at("params", "task").present()).isTrue();
    call(2).answer("\"error\":{\"code\":-32601,\"message\":\"not at all\"}");
    assertThat(asked.error().at("message").text()).isEqualTo("not at all");
  }

  @Test
  @DisplayName(
      "Its tools are listed as tools that may be called as tasks, to clients that know them")
  void listed() throws InterruptedException {
    serving("LEGACY", "tools: { may: { job: never } }\n");
    var tools = crowd().legacy().ask("tools/list", "{}").result().at("tools").raw();
    assertThat(tools).contains("\"name\":\"must\"", "\"taskSupport\":\"optional\"");
    assertThat(tools.split("taskSupport", -1)).as("never is never").hasSize(2);
    assertThat(guest("MODERN").ask("tools/list", "{}").result().raw())
        .doesNotContain("taskSupport");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("A call that is cancelled ends the task, also between two polls")
  void cancelled(String of) throws InterruptedException {
    serving(of);
    var guest = crowd().legacy();
    guest.ask("tools/list", "{}").result();
    var asked = adopted(guest, 1);
    state(poll(1), "working", "");
    guest.cancel(asked.id());
    var cancel = asked("tasks/cancel", 1);
    assertThat(cancel.message().at("params", "taskId").text()).isEqualTo("up-1");
    assertThat(cancel.message().at("params", "_meta").raw().contains(EXTENSION)).isEqualTo(modern);
    cancel.answer("\"result\":{" + fields("up-1", "cancelled", "") + "}");
    await("its stop", () -> !crowd().events(CallEvent.Stopped.class).isEmpty());
    crowd().time().advance(Duration.ofMinutes(1));
    assertThat(server().aboutTasks("tasks/get")).hasSize(1);
    assertThat(server().aboutTasks("tasks/cancel")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"LEGACY,LEGACY", "LEGACY,MODERN", "MODERN,LEGACY", "MODERN,MODERN"})
  @DisplayName("A client that cancels its task has the server's cancelled")
  void taskCancelled(String of, String by) throws InterruptedException {
    serving(of, ALWAYS);
    var guest = guest(by);
    var id = task(guest, by.equals("LEGACY"));
    created(call(1), "up-1");
    state(poll(1), "working", "");
    of(guest, "tasks/cancel", id).result();
    assertThat(asked("tasks/cancel", 1).message().at("params", "taskId").text()).isEqualTo("up-1");
    awaitStatus(guest, id, "cancelled");
  }

  @Test
  @DisplayName("A task that its server says has ended owns no later question, at once")
  void confirmed() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var other = guest("LEGACY");
    guest.cancel(adopted(guest, 1).id());
    asked("tasks/cancel", 1).answer("\"result\":{" + fields("up-1", "cancelled", "") + "}");
    await("its stop", () -> !crowd().events(CallEvent.Stopped.class).isEmpty());
    var asking = other.call("may", "{}");
    var plain = call(2);
    server().ask("elicitation/create", FORM);
    var question = crowd().question(asking, "elicitation/create");
    other.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{}}");
    plain.text("plain");
    assertThat(asking.text()).isEqualTo("plain");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("A task that is made of a call that was cancelled before is cancelled too")
  void cancelledBefore(String of) throws InterruptedException {
    serving(of);
    var guest = crowd().legacy();
    guest.ask("tools/list", "{}").result();
    var asked = guest.call("must", "{}");
    var came = call(1);
    guest.cancel(asked.id());
    await("news of it", () -> !server().told("notifications/cancelled").isEmpty());
    created(came, "up-1");
    assertThat(asked("tasks/cancel", 1).message().at("params", "taskId").text()).isEqualTo("up-1");
  }

  @Test
  @DisplayName("A task without an end is ended by the limit of its call")
  void limit() throws InterruptedException {
    serving("LEGACY", "tools: { \"*\": { timeout: 1 } }\n");
    var asked = adopted(guest("LEGACY"), 1);
    crowd().time().advance(Duration.ofSeconds(1));
    assertThat(asked.text()).contains("limit of 1s");
    asked("tasks/cancel", 1);
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "1e12, 30000", "-5, 100", "\"soon\", 1000", "null, 1000", "250, 250"})
  @DisplayName("The server's interval is kept within bounds")
  void interval(String said, long millis) throws InterruptedException {
    serving("LEGACY");
    var _ = guest("LEGACY").call("must", "{}");
    var came = call(1);
    int before = crowd().time().armedTimers();
    came.answer(
        "\"result\":{\"task\":{\"taskId\":\"t\",\"status\":\"working\",\"pollInterval\":"
            + said
            + "}}");
    await("a timer", () -> crowd().time().armedTimers() > before);
    crowd().time().advance(Duration.ofMillis(millis - 1));
    assertThat(server().aboutTasks("tasks/get")).isEmpty();
    crowd().time().advance(Duration.ofMillis(1));
    asked("tasks/get", 1);
  }

  @Test
  @DisplayName("A task that its server no longer knows has failed, with what the server says")
  void unknown() throws InterruptedException {
    var asked = adopted(guest("LEGACY", "LEGACY"), 1);
    poll(1).answer("\"error\":{\"code\":-32602,\"message\":\"who?\"}");
    assertThat(asked.text()).contains("no longer knows the task", "who?");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"error\":{\"code\":-32603,\"message\":\"nonsense\"}",
        "\"result\":{\"nonsense\":1}",
        "\"result\":[\"nonsense\"]",
        "\"result\":{\"taskId\":\"another\",\"status\":\"completed\"}",
        "\"result\":{\"taskId\":\"up-1\",\"status\":\"nonsense\"}",
        "\"result\":null"
      })
  @DisplayName("What fails, or is no answer, is asked for again, five times in a row at most")
  void nonsense(String body) throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var asked = adopted(guest, 1);
    for (int i = 1; i <= 4; i++) {
      poll(i).answer(body);
    }
    complete(poll(5));
    assertThat(asked.text()).isEqualTo("done");

    var failed = guest.call("must", "{}");
    created(call(2), "up-1");
    for (int i = 6; i <= 10; i++) {
      poll(i).answer(body);
    }
    assertThat(failed.text()).contains("could not be asked", "5 times in a row");
    asked("tasks/cancel", 1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"taskId\":7,\"status\":\"working\"}",
        "{\"taskId\":\"\",\"status\":\"working\"}",
        "1",
        "LONG"
      })
  @DisplayName("A task without a name to ask for it by is an error")
  void nameless(String task) throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call("must", "{}");
    var name = "x".repeat(1_025);
    call(1)
        .answer(
            "\"result\":{\"task\":"
                + task.replace("LONG", "{\"taskId\":\"" + name + "\",\"status\":\"working\"}")
                + "}");
    assertThat(asked.text()).contains("no id or status");
  }

  @ParameterizedTest
  @CsvSource({"LEGACY", "MODERN"})
  @DisplayName("A task that its server cancels, or that fails, fails its call with the reason")
  void failed(String of) throws InterruptedException {
    var guest = guest(of, "LEGACY");
    var cancelled = adopted(guest, 1);
    state(poll(1), "cancelled", "\"statusMessage\":\"no room\"");
    assertThat(cancelled.text()).contains("The server cancelled the task", "no room");

    var failed = adopted(guest, 2);
    if (modern) {
      state(poll(2), "failed", "\"error\":{\"code\":7,\"message\":\"it broke\"}");
    } else {
      state(poll(2), "failed", "\"statusMessage\":\"it broke\"");
      asked("tasks/result", 1).answer("\"error\":{\"code\":7,\"message\":\"no result\"}");
    }
    assertThat(failed.error().at("code").raw()).isEqualTo("7");
    assertThat(failed.error().at("message").text()).contains("it broke");

    var empty = adopted(guest, 3);
    if (modern) {
      state(poll(3), "completed", "");
      assertThat(empty.text()).contains("has ended without a result");
    } else {
      state(poll(3), "completed", "");
      created(asked("tasks/result", 2), "up-4");
      assertThat(empty.text()).contains("answered tasks/result with a task");
    }
    assertThat(server().aboutTasks("tasks/cancel")).isEmpty();
  }

  @Test
  @DisplayName(
      "Progress under the token of the call is the call's, and so are questions of its task")
  void legacyQuestion() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var other = guest("LEGACY");
    var bystander = other.call("may", "{}");
    var plain = call(1);
    var asked = guest.watch("must", "{}");
    created(call(2), "up-1");
    var token = call(2).message().at("params", "_meta", "progressToken").raw();
    server()
        .say(
            "notifications/progress",
            "{\"progressToken\":" + token + ",\"progress\":5,\"message\":\"five\"}");
    await(
        "the progress",
        () ->
            asked.told("notifications/progress").stream()
                .anyMatch(one -> one.at("params", "message").text().equals("five")));
    state(poll(1), "input_required", "");
    asked("tasks/result", 1);
    server().ask("elicitation/create", FORM.substring(0, FORM.length() - 1) + "," + RELATED + "}");
    var question = crowd().question(asked, "elicitation/create");
    assertThat(question.raw()).doesNotContain("related-task", "up-1");
    assertThat(bystander.told()).isEmpty();
    guest.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{}}");
    await("its answer", () -> !server().answers().isEmpty());
    assertThat(server().answers().getFirst().at("result", "action").text()).isEqualTo("accept");
    state(poll(2), "working", "");
    result(1);
    assertThat(asked.text()).isEqualTo("done");
    plain.text("plain");
    assertThat(bystander.text()).isEqualTo("plain");
  }

  @Test
  @DisplayName("What a server says about its task reaches the call's client alone, without its id")
  void legacyLog() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var asked = guest.watch("must", "{}");
    created(call(1), "up-1");
    var other = guest("LEGACY").call("may", "{}");
    call(2);
    poll(1);
    server().say("notifications/message", "{\"level\":\"info\",\"data\":\"log\"," + RELATED + "}");
    await("the log", () -> !asked.told("notifications/message").isEmpty());
    var log = asked.told("notifications/message").getFirst();
    assertThat(log.at("params", "data").text()).isEqualTo("log");
    assertThat(log.raw()).doesNotContain("related-task", "up-1");
    assertThat(other.told()).isEmpty();
    var token = call(1).message().at("params", "_meta", "progressToken").raw();
    server()
        .say(
            "notifications/progress",
            "{\"progressToken\":"
                + token
                + ",\"progress\":5,\"message\":\"five\","
                + RELATED
                + "}");
    await("the progress", () -> asked.told().stream().anyMatch(t -> t.raw().contains("five")));
    assertThat(asked.told()).noneMatch(one -> one.raw().contains("related-task"));
  }

  @Test
  @DisplayName("To a client that has a task of Belay's, the server names that one")
  void legacyLogOfTask() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var task = callAsTask(guest, "must", "{}").result();
    created(call(1), "up-1");
    poll(1);
    server().say("notifications/message", "{\"level\":\"info\",\"data\":\"log\"," + RELATED + "}");
    await("the log", () -> !guest.told("notifications/message").isEmpty());
    var log = guest.told("notifications/message").getFirst();
    assertThat(log.at("params", "_meta", "io.modelcontextprotocol/related-task", "taskId").text())
        .isEqualTo(task.at("task", "taskId").text());
  }

  @ParameterizedTest
  @CsvSource({"true,input_required,true", "false,,false", "true,completed,false"})
  @DisplayName("A result that is refused too early, or lost on its way, is asked for again")
  void resultIsLost(boolean isEarly, String next, boolean isRefused) throws InterruptedException {
    var asked = adopted(guest("LEGACY", "LEGACY"), 1);
    int polls = 1;
    state(poll(polls), isEarly ? "input_required" : "completed", "");
    var first = asked("tasks/result", 1);
    if (next != null) {
      state(poll(++polls), next, "");
    }
    first.answer(
        isRefused ? "\"error\":{\"code\":-32603,\"message\":\"not yet\"}" : "\"nonsense\":1");
    state(poll(++polls), "completed", "");
    result(2);
    assertThat(asked.text()).isEqualTo("done");
  }

  @Test
  @DisplayName("A result that cannot be had fails its call after five attempts")
  void resultIsNeverHad() throws InterruptedException {
    var asked = adopted(guest("LEGACY", "LEGACY"), 1);
    for (int i = 1; i <= 5; i++) {
      state(poll(i), "completed", "");
      asked("tasks/result", i).answer("\"nonsense\":1");
    }
    assertThat(asked.text()).contains("5 times in a row");
  }

  @Test
  @DisplayName("A server works on a thousand tasks at most, and one more fails its call")
  void many() throws InterruptedException {
    var guest = guest("LEGACY", "LEGACY");
    var all = new ArrayList<Asked>();
    for (int i = 1; i <= 1_001; i++) {
      all.add(guest.call("must", "{}"));
    }
    call(1_001);
    for (int i = 1; i <= 1_001; i++) {
      created(call(i), "up-" + i);
    }
    await("one that fails", () -> all.stream().anyMatch(Asked::isOver));
    assertThat(all.stream().filter(Asked::isOver))
        .singleElement()
        .satisfies(one -> assertThat(one.text()).contains("works on 1000 tasks already"));
    assertThat(asked("tasks/cancel", 1).message().at("params", "taskId").text())
        .isEqualTo("up-1001");
  }

  @Test
  @DisplayName("A server that ends while its task is at work fails the call at once")
  void crash() throws InterruptedException, IOException {
    var ends = MultiClientHarness.of(StdioHarness.over().withJobs());
    serving(ends, null);
    var guest = guest("LEGACY");
    var asked =
        guest.ask(
            "tools/call", "{\"name\":\"task\",\"arguments\":{\"everyMs\":60000},\"task\":{}}");
    var id = asked.result().at("task", "taskId").text();
    var result = of(guest, "tasks/result", id);
    ends.await("the task", () -> !ends.got("tools/call").isEmpty());
    ends.await(
        "a running call",
        () ->
            ends.governor().directory().calls().stream()
                .anyMatch(call -> call.state() instanceof CallState.Running));
    ends.pass(STEP, "a poll", () -> !ends.got("tasks/get").isEmpty());
    var _ = guest.call("crash", "{}");
    assertThat(result.text()).contains("ended unexpectedly");
  }
}

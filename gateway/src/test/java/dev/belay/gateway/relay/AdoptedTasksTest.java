package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallState;
import dev.belay.core.journal.CallEvent;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: what is one thing in two dialects is held against both. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName("A task that a server makes of a call is waited for as the call")
final class AdoptedTasksTest {
  private static final String EXTENSION = "io.modelcontextprotocol/tasks";
  private static final String DECLARED =
      "{\"elicitation\":{},\"extensions\":{\"" + EXTENSION + "\":{}}}";
  private static final String DONE = "\"content\":[{\"type\":\"text\",\"text\":\"done\"}]";
  private static final String FORM =
      "{\"message\":\"Sure?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}";
  private static final String RELATED =
      "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"up-1\"}}";
  private static final Duration STEP = Duration.ofMillis(200);

  private final List<MultiClientHarness> crowds = new ArrayList<>();
  private final AtomicInteger ids = new AtomicInteger(100);
  private @Nullable MultiClientHarness crowd;
  private @Nullable Puppet server;
  private boolean modern;

  @AfterEach
  void close() throws IOException {
    for (var one : crowds) {
      one.close();
    }
  }

  private static String tool(String name, String support) {
    return "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"},\"execution\":{\"taskSupport\":\"%s\"}}"
        .formatted(name, support);
  }

  private MultiClientHarness serving(String era, String yaml) {
    modern = era.equals("MODERN");
    var tools = tool("must", "required") + "," + tool("may", "optional");
    var puppet = new Puppet(modern, tools).withTasks();
    server = puppet;
    var made = MultiClientHarness.within(StdioHarness.over().withJobs().yaml(yaml), puppet);
    crowds.add(made);
    crowd = made;
    return made;
  }

  private MultiClientHarness serving(String era) {
    return serving(era, "");
  }

  private Puppet server() {
    return Objects.requireNonNull(server);
  }

  private MultiClientHarness crowd() {
    return Objects.requireNonNull(crowd);
  }

  private String next() {
    return Integer.toString(ids.incrementAndGet());
  }

  /** {@return a client of that era that has read the list of tools, as all do} */
  private Guest guest(String era) throws InterruptedException {
    var guest = era.equals("MODERN") ? crowd().modern("local", DECLARED) : crowd().legacy();
    guest.ask(next(), "tools/list", "{}").result();
    return guest;
  }

  private Puppet.Came call(int number) throws InterruptedException {
    crowd().await("call " + number, () -> server().calls().size() >= number);
    return server().calls().get(number - 1);
  }

  private Puppet.Came asked(String method, int number) throws InterruptedException {
    crowd().await(number + " × " + method, () -> server().aboutTasks(method).size() >= number);
    return server().aboutTasks(method).get(number - 1);
  }

  /** {@return the request number so many for the task's state, once its time has come} */
  private Puppet.Came poll(int number) throws InterruptedException {
    crowd()
        .await(
            "poll " + number,
            () -> {
              if (server().aboutTasks("tasks/get").size() >= number) {
                return true;
              }
              crowd().time().advance(STEP);
              return false;
            });
    return asked("tasks/get", number);
  }

  private void created(Puppet.Came call, String id) {
    var fields = fields(id, "working", "\"statusMessage\":\"begun\"");
    call.answer(
        modern
            ? "\"result\":{\"resultType\":\"task\"," + fields + "}"
            : "\"result\":{\"task\":{" + fields + "}}");
  }

  private String fields(String id, String status, String more) {
    var interval =
        modern ? "\"ttlMs\":60000,\"pollIntervalMs\":1000" : "\"ttl\":60000,\"pollInterval\":1000";
    return "\"taskId\":\"%s\",\"status\":\"%s\",\"createdAt\":\"2026-01-01T00:00:00Z\",\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\",%s%s"
        .formatted(id, status, interval, more.isEmpty() ? "" : "," + more);
  }

  private void state(Puppet.Came get, String status, String more) {
    var stamp = modern ? "\"resultType\":\"complete\"," : "";
    get.answer(
        "\"result\":{"
            + stamp
            + fields(get.message().at("params", "taskId").text(), status, more)
            + "}");
  }

  /** Has the task end with a result, in the words of the server's era. */
  private void complete(Puppet.Came get) throws InterruptedException {
    if (modern) {
      state(get, "completed", "\"result\":{\"resultType\":\"complete\"," + DONE + "}");
    } else {
      int before = server().aboutTasks("tasks/result").size();
      state(get, "completed", "");
      result(before + 1);
    }
  }

  private void result(int number) throws InterruptedException {
    asked("tasks/result", number)
        .answer(
            "\"result\":{"
                + DONE
                + ","
                + RELATED
                + "}");
  }

  private static String text(Json result) {
    return result.at("content").items().getFirst().at("text").text();
  }

  @ParameterizedTest
  @CsvSource({"LEGACY,LEGACY", "LEGACY,MODERN", "MODERN,LEGACY", "MODERN,MODERN"})
  @DisplayName("A plain call is answered with the result of the server's task, in any pair of eras")
  void plain(String of, String by) throws InterruptedException {
    serving(of);
    var asked = guest(by).watch(next(), "must", "{}");
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
    crowd().await("no call", () -> crowd().governor().directory().calls().isEmpty());
    crowd().time().advance(Duration.ofMinutes(1));
    assertThat(server().aboutTasks("tasks/get")).as("once it has ended").hasSize(3);
  }

  @ParameterizedTest
  @CsvSource({"LEGACY,LEGACY", "LEGACY,MODERN", "MODERN,LEGACY", "MODERN,MODERN"})
  @DisplayName("Clients that know tasks have one of Belay's in its place, with Belay's id")
  void asTask(String of, String by) throws InterruptedException {
    serving(of, "tools: { \"*\": { job: always } }\n");
    var guest = guest(by);
    boolean isLegacy = by.equals("LEGACY");
    var call = "{\"name\":\"must\",\"arguments\":{}" + (isLegacy ? ",\"task\":{}}" : "}");
    var created = guest.ask(next(), "tools/call", call).result();
    var id = (isLegacy ? created.at("task") : created).at("taskId").text();
    assertThat(id).isNotEmpty().doesNotContain("up-");
    created(call(1), "up-1");
    state(poll(1), "working", "\"statusMessage\":\"half\"");
    var of1 = "{\"taskId\":" + Json.quote(id) + "}";
    crowd()
        .await(
            "its message",
            () ->
                guest
                    .ask(next(), "tasks/get", of1)
                    .result()
                    .at("statusMessage")
                    .text()
                    .contains("half"));
    complete(poll(2));
    crowd()
        .await(
            "its end",
            () ->
                guest
                    .ask(next(), "tasks/get", of1)
                    .result()
                    .at("status")
                    .text()
                    .equals("completed"));
    var end =
        isLegacy
            ? guest.ask(next(), "tasks/result", of1).result()
            : guest.ask(next(), "tasks/get", of1).result().at("result");
    assertThat(text(end)).isEqualTo("done");
    assertThat(end.raw()).doesNotContain("up-1");
    var foreign = guest.ask(next(), "tasks/get", "{\"taskId\":\"up-1\"}").error();
    assertThat(foreign.at("code").raw()).isEqualTo("-32602");
    assertThat(server().aboutTasks("tasks/get")).hasSize(2);
    assertThat(crowd().events(CallEvent.HandedOff.class)).hasSize(1);
  }

  @Test
  @DisplayName("Without jobs, tasks are neither declared nor answered, and no server is asked")
  void undeclared() throws InterruptedException {
    var puppet = new Puppet(false, tool("must", "required")).withTasks();
    server = puppet;
    var alone = MultiClientHarness.within(StdioHarness.over(), puppet);
    crowds.add(alone);
    crowd = alone;
    var guest = new Guest(alone, "local", /* modern= */ false, "{}");
    var opened =
        guest.ask(
            next(),
            "initialize",
            "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"g\",\"version\":\"1\"}}");
    assertThat(opened.result().at("capabilities").raw()).doesNotContain("tasks");
    for (var method : List.of("tasks/get", "tasks/result", "tasks/cancel", "tasks/list")) {
      assertThat(guest.ask(next(), method, "{\"taskId\":\"x\"}").error().at("code").raw())
          .isEqualTo("-32601");
    }
    assertThat(server().aboutTasks("tasks/get")).isEmpty();
  }

  @Test
  @DisplayName("A tool that need not be a task is called plainly, unless its call is a job at once")
  void optional() throws InterruptedException {
    serving("LEGACY");
    var guest = guest("LEGACY");
    var plain = guest.call(next(), "may", "{}");
    assertThat(call(1).message().at("params", "task").present()).isFalse();
    call(1).text("at once");
    assertThat(plain.text()).isEqualTo("at once");
    guest.ask(next(), "tools/call", "{\"name\":\"may\",\"arguments\":{},\"task\":{}}").result();
    assertThat(call(2).message().at("params", "task", "ttl").raw()).matches("\\d+");
  }

  @Test
  @DisplayName("A tool that no list has named is called again as a task where its server insists")
  void unlisted() throws InterruptedException {
    serving("LEGACY");
    var asked = crowd().legacy().call(next(), "hidden", "{}");
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
    var tools = crowd().legacy().ask(next(), "tools/list", "{}").result().at("tools").raw();
    assertThat(tools).contains("\"name\":\"must\"", "\"taskSupport\":\"optional\"");
    assertThat(tools.split("taskSupport", -1)).as("never is never").hasSize(2);
    assertThat(guest("MODERN").ask(next(), "tools/list", "{}").result().raw())
        .doesNotContain("taskSupport");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("A call that is cancelled ends the task, also between two polls")
  void cancelled(String of) throws InterruptedException {
    serving(of);
    var guest = crowd().legacy();
    guest.ask(next(), "tools/list", "{}").result();
    var id = next();
    var _ = guest.call(id, "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "working", "");
    guest.cancel(id);
    var cancel = asked("tasks/cancel", 1);
    assertThat(cancel.message().at("params", "taskId").text()).isEqualTo("up-1");
    assertThat(cancel.message().at("params", "_meta").raw().contains(EXTENSION)).isEqualTo(modern);
    cancel.answer("\"result\":{" + fields("up-1", "cancelled", "") + "}");
    crowd()
        .await(
            "its stop",
            () -> {
              crowd().time().advance(STEP);
              return !crowd().events(CallEvent.Stopped.class).isEmpty();
            });
    crowd().time().advance(Duration.ofMinutes(1));
    assertThat(server().aboutTasks("tasks/get")).hasSize(1);
    assertThat(server().aboutTasks("tasks/cancel")).hasSize(1);
  }

  @Test
  @DisplayName("A task that its server says has ended owns no later question, at once")
  void confirmed() throws InterruptedException {
    serving("LEGACY");
    var guest = guest("LEGACY");
    var other = guest("LEGACY");
    var id = next();
    var _ = guest.call(id, "must", "{}");
    created(call(1), "up-1");
    guest.cancel(id);
    asked("tasks/cancel", 1).answer("\"result\":{" + fields("up-1", "cancelled", "") + "}");
    crowd().await("its stop", () -> !crowd().events(CallEvent.Stopped.class).isEmpty());
    var asking = other.call(next(), "may", "{}");
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
    guest.ask(next(), "tools/list", "{}").result();
    var id = next();
    var _ = guest.call(id, "must", "{}");
    var came = call(1);
    guest.cancel(id);
    crowd().await("news of it", () -> !server().told("notifications/cancelled").isEmpty());
    created(came, "up-1");
    assertThat(asked("tasks/cancel", 1).message().at("params", "taskId").text()).isEqualTo("up-1");
  }

  @Test
  @DisplayName("A task without an end is ended by the limit of its call")
  void limit() throws InterruptedException {
    serving("LEGACY", "tools: { \"*\": { timeout: 1 } }\n");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
    assertThat(asked.text()).contains("limit of 1s");
    asked("tasks/cancel", 1);
  }

  @ParameterizedTest
  @CsvSource({"0, 100", "1e12, 30000", "-5, 100", "\"soon\", 1000", "null, 1000", "250, 250"})
  @DisplayName("The server's interval is kept within bounds")
  void interval(String said, long millis) throws InterruptedException {
    serving("LEGACY");
    var _ = guest("LEGACY").call(next(), "must", "{}");
    var came = call(1);
    int before = crowd().time().armedTimers();
    came.answer(
        "\"result\":{\"task\":{\"taskId\":\"t\",\"status\":\"working\",\"pollInterval\":"
            + said
            + "}}");
    crowd().await("a timer", () -> crowd().time().armedTimers() > before);
    crowd().time().advance(Duration.ofMillis(millis - 1));
    assertThat(server().aboutTasks("tasks/get")).isEmpty();
    crowd().time().advance(Duration.ofMillis(1));
    asked("tasks/get", 1);
  }

  @Test
  @DisplayName("A task that its server no longer knows has failed, with what the server says")
  void unknown() throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
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
    serving("LEGACY");
    var guest = guest("LEGACY");
    var asked = guest.call(next(), "must", "{}");
    created(call(1), "up-1");
    for (int i = 1; i <= 4; i++) {
      poll(i).answer(body);
    }
    complete(poll(5));
    assertThat(asked.text()).isEqualTo("done");

    var failed = guest.call(next(), "must", "{}");
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
    var asked = guest("LEGACY").call(next(), "must", "{}");
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
    serving(of);
    var guest = guest("LEGACY");
    var cancelled = guest.call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "cancelled", "\"statusMessage\":\"no room\"");
    assertThat(cancelled.text()).contains("The server cancelled the task", "no room");

    var failed = guest.call(next(), "must", "{}");
    created(call(2), "up-2");
    if (modern) {
      state(poll(2), "failed", "\"error\":{\"code\":7,\"message\":\"it broke\"}");
    } else {
      state(poll(2), "failed", "\"statusMessage\":\"it broke\"");
      asked("tasks/result", 1).answer("\"error\":{\"code\":7,\"message\":\"no result\"}");
    }
    assertThat(failed.error().at("code").raw()).isEqualTo("7");
    assertThat(failed.error().at("message").text()).contains("it broke");

    var empty = guest.call(next(), "must", "{}");
    created(call(3), "up-3");
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
    serving("LEGACY");
    var guest = guest("LEGACY");
    var other = guest("LEGACY");
    var bystander = other.call(next(), "may", "{}");
    var plain = call(1);
    var asked = guest.watch(next(), "must", "{}");
    created(call(2), "up-1");
    var token = call(2).message().at("params", "_meta", "progressToken").raw();
    server()
        .say(
            "notifications/progress",
            "{\"progressToken\":" + token + ",\"progress\":5,\"message\":\"five\"}");
    crowd()
        .await(
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
    crowd().await("its answer", () -> !server().answers().isEmpty());
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
    serving("LEGACY");
    var guest = guest("LEGACY");
    var asked = guest.watch(next(), "must", "{}");
    created(call(1), "up-1");
    var other = guest("LEGACY").call(next(), "may", "{}");
    call(2);
    poll(1);
    server().say("notifications/message", "{\"level\":\"info\",\"data\":\"log\"," + RELATED + "}");
    crowd().await("the log", () -> !asked.told("notifications/message").isEmpty());
    var log = asked.told("notifications/message").getFirst();
    assertThat(log.at("params", "data").text()).isEqualTo("log");
    assertThat(log.raw()).doesNotContain("related-task", "up-1");
    assertThat(other.told()).isEmpty();
    var token = call(1).message().at("params", "_meta", "progressToken").raw();
    server()
        .say(
            "notifications/progress",
            "{\"progressToken\":" + token + ",\"progress\":5,\"message\":\"five\"," + RELATED + "}");
    crowd().await("the progress", () -> asked.told().stream().anyMatch(t -> t.raw().contains("five")));
    assertThat(asked.told()).noneMatch(one -> one.raw().contains("related-task"));
  }

  @Test
  @DisplayName("To a client that has a task of Belay's, the server names that one")
  void legacyLogOfTask() throws InterruptedException {
    serving("LEGACY");
    var guest = guest("LEGACY");
    var task =
        guest.ask(next(), "tools/call", "{\"name\":\"must\",\"arguments\":{},\"task\":{}}").result();
    created(call(1), "up-1");
    poll(1);
    server().say("notifications/message", "{\"level\":\"info\",\"data\":\"log\"," + RELATED + "}");
    crowd().await("the log", () -> !guest.told("notifications/message").isEmpty());
    var log = guest.told("notifications/message").getFirst();
    assertThat(
            log.at("params", "_meta", "io.modelcontextprotocol/related-task", "taskId").text())
        .isEqualTo(task.at("task", "taskId").text());
  }

  @Test
  @DisplayName("A server that says too early that there is no result is asked again at the end")
  void early() throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "input_required", "");
    asked("tasks/result", 1).answer("\"error\":{\"code\":-32603,\"message\":\"not yet\"}");
    state(poll(2), "input_required", "");
    state(poll(3), "completed", "");
    result(2);
    assertThat(asked.text()).isEqualTo("done");
  }

  @Test
  @DisplayName("A result that is lost on its way is asked for again")
  void lostResult() throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "completed", "");
    asked("tasks/result", 1).answer("\"nonsense\":1");
    state(poll(2), "completed", "");
    result(2);
    assertThat(asked.text()).isEqualTo("done");
  }

  @Test
  @DisplayName("A result asked for early, and lost after the end was seen, is asked for again")
  void lostEarlyResult() throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "input_required", "");
    var early = asked("tasks/result", 1);
    state(poll(2), "completed", "");
    early.answer("\"nonsense\":1");
    state(poll(3), "completed", "");
    result(2);
    assertThat(asked.text()).isEqualTo("done");
  }

  @Test
  @DisplayName("A result that cannot be had fails its call after five attempts")
  void resultIsNeverHad() throws InterruptedException {
    serving("LEGACY");
    var asked = guest("LEGACY").call(next(), "must", "{}");
    created(call(1), "up-1");
    for (int i = 1; i <= 5; i++) {
      state(poll(i), "completed", "");
      asked("tasks/result", i).answer("\"nonsense\":1");
    }
    assertThat(asked.text()).contains("5 times in a row");
  }

  @Test
  @DisplayName("A server works on a thousand tasks at most, and one more fails its call")
  void many() throws InterruptedException {
    serving("LEGACY");
    var guest = guest("LEGACY");
    var all = new ArrayList<Asked>();
    for (int i = 1; i <= 1_001; i++) {
      all.add(guest.call(next(), "must", "{}"));
      created(call(i), "up-" + i);
    }
    crowd().await("one that fails", () -> all.stream().anyMatch(Asked::isOver));
    assertThat(all.getLast().text()).contains("works on 1000 tasks already");
    assertThat(all.stream().filter(Asked::isOver)).hasSize(1);
    assertThat(asked("tasks/cancel", 1).message().at("params", "taskId").text())
        .isEqualTo("up-1001");
  }

  private static String requests(String... keys) {
    var each = new ArrayList<String>();
    for (var key : keys) {
      each.add("\"" + key + "\":{\"method\":\"elicitation/create\",\"params\":" + FORM + "}");
    }
    return "\"inputRequests\":{" + String.join(",", each) + "}";
  }

  @Test
  @DisplayName("Modern: a legacy client is asked what a task needs, each question once")
  void modernQuestionToLegacy() throws InterruptedException {
    serving("MODERN");
    var guest = guest("LEGACY");
    var asked = guest.call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    var question = crowd().question(asked, "elicitation/create");
    state(poll(2), "input_required", requests("one"));
    guest.answer(question, "\"result\":{\"action\":\"accept\",\"content\":{}}");
    var update = asked("tasks/update", 1);
    assertThat(update.message().at("params", "inputResponses", "one", "action").text())
        .isEqualTo("accept");
    assertThat(update.message().at("params", "taskId").text()).isEqualTo("up-1");
    update.answer("\"result\":{\"resultType\":\"complete\"}");
    complete(poll(3));
    assertThat(asked.text()).isEqualTo("done");
    assertThat(asked.told("elicitation/create")).hasSize(1);
  }

  @Test
  @DisplayName("Modern: a modern client is asked in a round of its own, and comes back to the call")
  void modernQuestionToModern() throws InterruptedException {
    serving("MODERN");
    var guest = guest("MODERN");
    var asked = guest.call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    var round = crowd().endRound(asked);
    assertThat(round.at("resultType").text()).isEqualTo("input_required");
    var key = ((Json.Members) round.at("inputRequests")).values().keySet().iterator().next();
    var again =
        guest.retry(
            next(),
            "must",
            "{}",
            round,
            "{" + Json.quote(key) + ":{\"action\":\"accept\",\"content\":{}}}");
    var update = asked("tasks/update", 1);
    assertThat(update.message().at("params", "inputResponses", "one", "action").text())
        .isEqualTo("accept");
    update.answer("\"result\":{\"resultType\":\"complete\"}");
    complete(poll(2));
    assertThat(again.text()).isEqualTo("done");
    assertThat(server().calls()).hasSize(1);
  }

  @Test
  @DisplayName("Modern: a question that no client can answer fails the call, and ends the task")
  void modernQuestionToNobody() throws InterruptedException {
    serving("MODERN");
    var guest = crowd().modern("local", "{\"extensions\":{\"" + EXTENSION + "\":{}}}");
    var asked = guest.call(next(), "must", "{}");
    created(call(1), "up-1");
    state(poll(1), "input_required", requests("one"));
    assertThat(asked.text()).contains("has not declared that it can be asked");
    asked("tasks/cancel", 1);
  }

  @Test
  @DisplayName("A server that ends while its task is at work fails the call at once")
  void crash() throws InterruptedException, IOException {
    var ends = MultiClientHarness.of(StdioHarness.over().withJobs());
    crowds.add(ends);
    crowd = ends;
    var guest = guest("LEGACY");
    var asked =
        guest.ask(
            next(),
            "tools/call",
            "{\"name\":\"task\",\"arguments\":{\"everyMs\":60000},\"task\":{}}");
    var id = asked.result().at("task", "taskId").text();
    var result = guest.ask(next(), "tasks/result", "{\"taskId\":" + Json.quote(id) + "}");
    ends.await("the task", () -> !ends.got("tools/call").isEmpty());
    ends.await(
        "a running call",
        () ->
            ends.governor().directory().calls().stream()
                .anyMatch(call -> call.state() instanceof CallState.Running));
    ends.await(
        "a poll",
        () -> {
          ends.time().advance(STEP);
          return !ends.got("tasks/get").isEmpty();
        });
    ProcessHandle.of(Long.parseLong(ends.log("pid").getFirst())).orElseThrow().destroyForcibly();
    assertThat(result.text()).contains("ended unexpectedly");
  }
}

package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.mcp.server.Speaks;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: what is one thing in two dialects is held against both. */
@DisplayName("A job is a task to clients that know tasks, of a server that knows none (§A1)")
final class JobTasksTest extends BenchedTasks {
  private Asked call(Guest guest, String tool) {
    return guest.call(tool, "{}");
  }

  private String began() throws InterruptedException {
    var params = bench.began.poll(20, TimeUnit.SECONDS);
    assertThat(params).as("what the server got").isNotNull();
    return params;
  }

  /** Asks again until the task is no longer at work. */
  private Json ended(Guest guest, String task) throws InterruptedException {
    await(
        "the end of the task",
        () -> !of(guest, "tasks/get", task).result().at("status").text().equals("working"));
    return of(guest, "tasks/get", task).result();
  }

  private static String code(Asked refused) throws InterruptedException {
    return refused.error().at("code").raw();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Modern: a call is a task at once where its tool's always is, and ends within it")
  void modernAtOnce(Speaks server) throws InterruptedException {
    serving(server, ALWAYS);
    var guest = modern();
    var created = call(guest, "slow").result();
    assertThat(created.at("resultType").text()).isEqualTo("task");
    assertThat(created.at("status").text()).isEqualTo("working");
    assertThat(created.at("statusMessage").present()).isTrue();
    assertThat(created.at("createdAt").text()).matches("\\d{4}-.*Z");
    assertThat(created.at("lastUpdatedAt").text()).matches("\\d{4}-.*Z");
    assertThat(Long.parseLong(created.at("ttlMs").raw())).isGreaterThan(86_400_000);
    assertThat(created.at("pollIntervalMs").raw()).isEqualTo("1000");
    for (var none : new String[] {"result", "error", "requestState", "ttl", "task", "content"}) {
      assertThat(created.at(none).present()).as(none).isFalse();
    }
    var id = created.at("taskId").text();
    var working = of(guest, "tasks/get", id).result();
    assertThat(working.at("resultType").text()).isEqualTo("complete");
    assertThat(working.at("status").text()).isEqualTo("working");
    assertThat(working.at("result").present()).isFalse();
    began();
    bench.open();
    var ended = ended(guest, id);
    assertThat(ended.at("status").text()).isEqualTo("completed");
    assertThat(ended.at("result", "resultType").text()).isEqualTo("complete");
    assertThat(text(ended.at("result"))).isEqualTo("slow");
    assertThat(of(guest, "tasks/cancel", id).result().at("resultType").text())
        .as("an ended task")
        .isEqualTo("complete");
  }

  @Test
  @DisplayName("Modern: any other call is one after ten seconds, also of a client with progress")
  void modernAfterAWhile() throws InterruptedException {
    serving("");
    var guest = modern();
    assertThat(call(guest, "quick").text()).isEqualTo("quick");
    var asked = guest.watch("slow", "{}");
    began();
    began();
    crowd().time().advance(Duration.ofSeconds(9));
    assertThat(asked.isOver()).isFalse();
    crowd().time().advance(Duration.ofSeconds(2));
    assertThat(asked.result().at("resultType").text()).isEqualTo("task");
    var plain = call(crowd().modern(), "slow");
    began();
    crowd().time().advance(Duration.ofSeconds(51));
    assertThat(plain.result().at("structuredContent", "job_id").present())
        .as("a client that has not declared tasks")
        .isTrue();
  }

  @ParameterizedTest
  @CsvSource({"fail, completed, it broke", "refuse, failed, No refuse today."})
  @DisplayName("Modern: a tool's own error completes a task, one of the protocol fails it")
  void modernFailures(String tool, String status, String text) throws InterruptedException {
    serving(ALWAYS);
    var guest = modern();
    var id = call(guest, tool).result().at("taskId").text();
    var ended = ended(guest, id);
    assertThat(ended.at("status").text()).isEqualTo(status);
    assertThat(ended.at("statusMessage").text()).isEqualTo(text);
    if (status.equals("failed")) {
      assertThat(ended.at("error", "code").raw()).isEqualTo("7");
      assertThat(ended.at("error", "message").text()).isEqualTo(text);
      assertThat(ended.at("result").present()).isFalse();
    } else {
      assertThat(ended.at("result", "isError").raw()).isEqualTo("true");
      assertThat(text(ended.at("result"))).isEqualTo(text);
    }
  }

  @Test
  @DisplayName("Modern: what a limit ends is completed, with the text that says so")
  void modernTimeout() throws InterruptedException {
    serving("tools: { \"*\": { job: always, timeout: 1 } }\n");
    var guest = modern();
    var task = call(guest, "slow").result().at("taskId").text();
    began();
    crowd().time().advance(Duration.ofSeconds(1));
    var ended = ended(guest, task);
    assertThat(ended.at("status").text()).isEqualTo("completed");
    assertThat(text(ended.at("result"))).contains("limit of 1s", "tools.\"*\".timeout");
  }

  @Test
  @DisplayName("Modern: cancelling is acknowledged, and seen in the task")
  void modernCancel() throws InterruptedException {
    serving(ALWAYS);
    var guest = modern();
    var id = call(guest, "slow").result().at("taskId").text();
    began();
    var ack = of(guest, "tasks/cancel", id).result();
    assertThat(ack.at("resultType").text()).isEqualTo("complete");
    assertThat(ack.at("status").present()).isFalse();
    var ended = ended(guest, id);
    assertThat(ended.at("status").text()).isEqualTo("cancelled");
    assertThat(ended.at("result").present()).isFalse();
    var update = guest.ask("tasks/update", update(id)).result();
    assertThat(update.at("resultType").text()).isEqualTo("complete");
  }

  private static String update(String id) {
    return "{\"taskId\":" + Json.quote(id) + ",\"inputResponses\":{\"nobody\":{\"asked\":1}}}";
  }

  @Test
  @DisplayName("Modern: who has not declared tasks gets none, and is told what to declare")
  void undeclared() throws InterruptedException {
    serving(ALWAYS);
    var id = call(modern(), "slow").result().at("taskId").text();
    var guest = crowd().modern();
    for (var method : new String[] {"tasks/get", "tasks/update", "tasks/cancel"}) {
      for (var task : new String[] {id, "nonsense"}) {
        var refused = of(guest, method, task);
        assertThat(code(refused)).isEqualTo("-32021");
        var needed = refused.error().at("data", "requiredCapabilities", "extensions", EXTENSION);
        assertThat(needed.raw()).isEqualTo("{}");
      }
    }
    var handle = callAsTask(guest, "slow", "{}").result();
    assertThat(handle.at("resultType").text()).isEqualTo("complete");
    assertThat(handle.at("structuredContent", "job_id").present()).isTrue();
  }

  @Test
  @DisplayName("An id that is unknown, or another's, is answered as one that nobody knows")
  void foreign() throws InterruptedException {
    serving(ALWAYS);
    var id = call(modern(), "slow").result().at("taskId").text();
    var stranger = crowd().modern("somebody else", DECLARED);
    var made = id.substring(0, id.length() - 4) + "0000";
    for (var method : new String[] {"tasks/get", "tasks/update", "tasks/cancel"}) {
      for (var task : new String[] {id, made, "nonsense"}) {
        var refused = of(stranger, method, task);
        assertThat(code(refused)).isEqualTo("-32602");
        assertThat(refused.error().at("message").text()).isEqualTo("There is no such task.");
      }
    }
    assertThat(code(of(modern(), "tasks/result", id))).isEqualTo("-32601");
    assertThat(code(modern().ask("tasks/list", "{}"))).isEqualTo("-32601");
    assertThat(crowd().governor().directory().calls()).as("it goes on").hasSize(1);
  }

  @Test
  @DisplayName("Modern: the extension is declared, and lists have no tools for jobs")
  void modernDeclared() throws InterruptedException {
    serving(ALWAYS);
    var capabilities = crowd().modern().ask("server/discover", "{}").result().at("capabilities");
    assertThat(capabilities.at("extensions", EXTENSION).raw()).isEqualTo("{}");
    assertThat(capabilities.at("tasks").present()).isFalse();
    assertThat(tools(modern())).doesNotContain("job_", "execution");
    assertThat(tools(crowd().modern())).contains("job_result").doesNotContain("execution");
  }

  private String tools(Guest guest) throws InterruptedException {
    return guest.ask("tools/list", "{}").result().at("tools").raw();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LEGACY", "MODERN"})
  @DisplayName("Legacy: who asks for a task has one, also of a call that ends at once")
  void legacyAtOnce(Speaks server) throws InterruptedException {
    serving(server, "");
    var guest = crowd().legacy();
    var created = callAsTask(guest, "quick", "{\"ttl\":60000}").result();
    var task = created.at("task");
    assertThat(task.at("status").text()).isEqualTo("working");
    assertThat(task.at("createdAt").text()).matches("\\d{4}-.*Z");
    assertThat(Long.parseLong(task.at("ttl").raw())).isGreaterThan(86_400_000);
    assertThat(task.at("pollInterval").raw()).isEqualTo("2000");
    assertThat(created.at("content").present()).isFalse();
    assertThat(began()).as("what is asked of the server").doesNotContain("\"task\"");
    var id = task.at("taskId").text();
    var result = of(guest, "tasks/result", id).result();
    assertThat(text(result)).isEqualTo("quick");
    assertThat(result.at("_meta", "io.modelcontextprotocol/related-task", "taskId").text())
        .isEqualTo(id);
    assertThat(result.at("resultType").present()).isFalse();
    assertThat(of(guest, "tasks/get", id).result().at("status").text()).isEqualTo("completed");
    assertThat(crowd().events(CallEvent.HandedOff.class)).hasSize(1);
  }

  @Test
  @DisplayName("Legacy: a result is waited for, by another session of the principal, too")
  void legacyResult() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = callAsTask(guest, "slow", "{}").result().at("task", "taskId").text();
    began();
    guest.leave();
    var other = crowd().legacy();
    var result = of(other, "tasks/result", id);
    assertThat(of(other, "tasks/get", id).result().at("status").text()).isEqualTo("working");
    assertThat(result.isOver()).isFalse();
    bench.open();
    assertThat(result.text()).isEqualTo("slow");
  }

  @Test
  @DisplayName("Legacy: cancelled means cancelled in the answer, and who waits for it is answered")
  void legacyCancel() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = callAsTask(guest, "slow", "{}").result().at("task", "taskId").text();
    began();
    var waits = of(guest, "tasks/result", id);
    var cancelled = of(guest, "tasks/cancel", id).result();
    assertThat(cancelled.at("status").text()).isEqualTo("cancelled");
    assertThat(cancelled.at("taskId").text()).isEqualTo(id);
    assertThat(waits.text()).startsWith("[CANCELLED]");
    assertThat(of(guest, "tasks/result", id).text()).startsWith("[CANCELLED]");
    var again = of(guest, "tasks/cancel", id);
    assertThat(code(again)).isEqualTo("-32602");
    assertThat(again.error().at("message").text()).startsWith("The task has ended");
    assertThat(of(guest, "tasks/get", id).result().at("status").text()).isEqualTo("cancelled");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fail", "refuse"})
  @DisplayName("Legacy: a task that failed carries its text, for hosts that ask for no more (S2)")
  void legacyFailures(String tool) throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    var id = callAsTask(guest, tool, "{}").result().at("task", "taskId").text();
    var ended = ended(guest, id);
    assertThat(ended.at("status").text()).isEqualTo("failed");
    if (tool.equals("fail")) {
      assertThat(ended.at("statusMessage").text()).isEqualTo("it broke");
      assertThat(of(guest, "tasks/result", id).text()).isEqualTo("it broke");
    } else {
      assertThat(ended.at("statusMessage").text()).isEqualTo("No refuse today.");
      assertThat(code(of(guest, "tasks/result", id))).isEqualTo("7");
    }
    await("its end in the store", () -> crowd().jobs.open() == 0);
    var listed = guest.ask("tasks/list", "{}").result().at("tasks").items();
    assertThat(listed)
        .extracting(Json::raw)
        .containsExactly(of(guest, "tasks/get", id).result().raw());
  }

  @Test
  @DisplayName("Legacy: tasks are listed page by page, those of their principal alone")
  void legacyList() throws InterruptedException {
    serving("");
    var guest = crowd().legacy();
    for (int i = 0; i < 60; i++) {
      assertThat(callAsTask(guest, "quick", "{}").result().at("task").present()).isTrue();
    }
    await("the ends", () -> crowd().jobs.open() == 0);
    var first = guest.ask("tasks/list", "{}").result();
    assertThat(first.at("tasks").items()).hasSize(50);
    var cursor = "{\"cursor\":" + first.at("nextCursor").raw() + "}";
    var second = guest.ask("tasks/list", cursor).result();
    assertThat(second.at("tasks").items()).hasSize(10);
    assertThat(second.at("nextCursor").present()).isFalse();
    assertThat(code(guest.ask("tasks/list", "{\"cursor\":\"x\"}"))).isEqualTo("-32602");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"{\"ttl\":1e300}|604800000", "{\"ttl\":-1}|88200000", "{\"ttl\":null}|88200000"})
  @DisplayName("Legacy: a wish for a longer life is heard up to seven days, a shorter one is not")
  void legacyTtl(String task, long ttl) throws InterruptedException {
    serving("");
    var created = callAsTask(crowd().legacy(), "quick", task).result().at("task");
    assertThat(Long.parseLong(created.at("ttl").raw())).isBetween(ttl - 10_000, ttl + 10_000);
  }

  @Test
  @DisplayName("Legacy: tasks are declared to who may know them, and tools that always are one")
  void legacyDeclared() throws InterruptedException {
    serving("tools: { slow: { job: always } }\n");
    var guest = crowd().stranger("local", "{}");
    assertThat(tasks(guest, "2025-11-25"))
        .isEqualTo("{\"list\":{},\"cancel\":{},\"requests\":{\"tools\":{\"call\":{}}}}");
    var tools = tools(guest);
    assertThat(tools.split("taskSupport", -1)).hasSize(2);
    assertThat(tools).contains("\"execution\":{\"taskSupport\":\"optional\"}", "job_result");

    var before = crowd().stranger("local", "{}");
    assertThat(tasks(before, "2025-06-18")).isEmpty();
    assertThat(tools(before)).doesNotContain("taskSupport");
    assertThat(callAsTask(before, "quick", "{}").text()).isEqualTo("quick");
    assertThat(began()).doesNotContain("\"task\"");
    assertThat(code(before.ask("tasks/list", "{}"))).isEqualTo("-32601");
  }

  private String tasks(Guest guest, String revision) throws InterruptedException {
    return guest
        .ask(
            "initialize",
            "{\"protocolVersion\":\""
                + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"guest\",\"version\":\"1\"}}")
        .result()
        .at("capabilities", "tasks")
        .raw();
  }
}

package dev.belay.cli.golden;

import static dev.belay.testkit.client.ScriptedClient.toolCall;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
@DisplayName("What a client reads of a call that ended in any way, or goes on, is the golden text")
final class OutcomesGoldenTest {
  private static final String HANG = "hang_honouring_cancel";
  private static final String TASKS = "{\"extensions\":{\"io.modelcontextprotocol/tasks\":{}}}";

  private final Map<String, String> pages = new TreeMap<>();
  @AutoClose private Gateway gateway;
  private Transcript now = Transcript.ofJson();
  private int calls;

  @BeforeEach
  void open() throws IOException {
    gateway = Gateway.prepared();
  }

  private void page(String file) throws IOException {
    pages.put(file, gateway.placeholders().in(now.toString()));
    now = Transcript.ofJson();
  }

  private void answer(String about, Json answer) {
    now.about(about).json(answer.raw()).line("");
  }

  private void call(ScriptedHttpClient client, String tool, String arguments)
      throws InterruptedException {
    answer(tool + " " + arguments, client.call(tool, arguments));
  }

  /** Calls a tool that hangs. Returns once its server runs it. */
  private HttpAnswer hang(ScriptedHttpClient client) throws IOException, InterruptedException {
    var mark = "hang-" + ++calls;
    var answer =
        client.request(
            "\"hangs\"", "tools/call", toolCall("faulty__" + HANG, "{\"mark\":\"" + mark + "\"}"));
    gateway.awaitLogged("log", 1, "recv ", mark);
    return answer;
  }

  @ParameterizedTest
  @ValueSource(strings = {"result", "jsonrpc"})
  void ended(String mode) throws IOException, InterruptedException {
    gateway.serve(
        """
        mcp: { workers: 16, errors: { mode: %s }, startup_timeout: 30 }
        jobs: { store: memory }
        http: { drain_timeout: 0 }
        approval: { timeout_without_progress: 2 }
        tools:
          "*sleep": { timeout: 5 }
          "*progress": { idle_timeout: 5 }
          "faulty__ask": { rate_limit: 1/1h }
          "*state": { approval: deny, approval_reason: it forgets }
          "*task": { approval: person, approval_reason: it takes long, job: never }
        mcpServers:
          faulty: { on_ignored_cancel: tell, %s }
          other: { %s }
          gone: { command: /no/such/program }
        """
            .formatted(
                mode,
                gateway.faulty("log", "--tools-file", ListedTools.file(gateway)),
                gateway.faulty("log-of-other")));
    var legacy = gateway.legacy();
    var modern = gateway.modern();
    var guest = gateway.modern();
    Patience.await(
        () -> {
          var listed = guest.ask("tools/list", "{}").raw();
          return listed.contains("faulty__echo")
              && listed.contains("other__echo")
              && guest.call("nowhere__echo", "{}").raw().contains("cannot start");
        },
        () -> "not all are listed: " + gateway.log());
    // All wait for their limits at once.
    var slow = List.of(slow(legacy), slow(modern));
    for (var client : List.of(legacy, modern)) {
      now.line(client == legacy ? "# legacy" : "# modern").line("");
      call(client, "faulty__echo", "{\"text\":\"hi\"}");
      call(client, "other__result_null", "{}");
      call(client, "other__crash", "{}");
      call(client, "gone__echo", "{}");
      call(client, "faulty__state", "{}");
      call(client, "nowhere__echo", "{}");
      call(client, "faulty__no_such_tool", "{}");
      for (var one : slow.get(client == legacy ? 0 : 1).entrySet()) {
        answer(one.getKey(), one.getValue().response());
      }
    }
    // The first one uses up the rate; whom its question belongs to depends on what is open.
    var _ = legacy.call("faulty__ask", "{}");
    call(legacy, "faulty__ask", "{}");
    cancelled(legacy);
    page(mode + ".txt");
    Golden.in("outcomes-as-" + mode).assertIs(pages);
  }

  private Map<String, HttpAnswer> slow(ScriptedHttpClient client) {
    var begun = new LinkedHashMap<String, HttpAnswer>();
    for (var tool : List.of("faulty__sleep", "faulty__progress", "faulty__task")) {
      var arguments = "{\"until\":\"/never\"}";
      begun.put(
          tool + " " + arguments,
          client.request(Json.quote(tool), "tools/call", toolCall(tool, arguments)));
    }
    return begun;
  }

  private void cancelled(ScriptedHttpClient client) throws IOException, InterruptedException {
    now.line("# cancelled").line("");
    var owner = gateway.owner();
    var byUser = hang(client);
    var id =
        Json.parse(owner.send(owner.bare("GET").to("/api/calls")).body())
            .at("calls")
            .items()
            .stream()
            .filter(call -> call.at("tool").text().equals(HANG))
            .findFirst()
            .orElseThrow()
            .at("id")
            .text();
    var _ = owner.send(owner.bare("POST").to("/api/calls/" + id + "/cancel")).body();
    answer("by a person", byUser.response());
    var byClient = hang(client);
    var _ = client.cancel("\"hangs\"").body();
    // Whether a stream was begun before the cancellation is a matter of moments.
    var _ = byClient.body();
    now.about("by its client").line(byClient.messages().toString()).line("");
    var turn =
        "{\"agentId\":\"main\",\"sessionId\":\"s1\",\"timeoutMs\":5000,\"toolUses\":["
            + "{\"id\":\"a\",\"name\":\"faulty__%s\",\"input\":{}}]}".formatted(HANG);
    now.about("by the limit of its turn")
        .json(owner.send(owner.bare("POST").to("/api/turns").withBody(turn)).body())
        .line("");
    var byEnd = hang(client);
    var history = historyOf(7);
    gateway.stop();
    answer("by the end of Belay", byEnd.response());
    now.about("the history of all, by tool");
    history.at("calls").items().stream()
        .sorted(
            Comparator.comparing((Json call) -> call.at("tool").text())
                .thenComparing(call -> call.at("detail").text())
                .thenComparing(call -> call.at("client").text()))
        .forEach(call -> now.json(call.raw()));
  }

  /** What has ended; how a call's work was stopped is known only after the grace of its server. */
  private Json historyOf(int stopped) throws IOException, InterruptedException {
    var owner = gateway.owner();
    var told = Pattern.compile("\"stopped\":\"told\"");
    var history = new AtomicReference<>("");
    Patience.await(
        () -> {
          history.set(owner.send(owner.bare("GET").to("/api/history")).body());
          return told.matcher(history.get()).results().count() == stopped;
        },
        () -> "not all work has been stopped: " + history.get());
    return Json.parse(history.get());
  }

  @Test
  void handles() throws IOException, InterruptedException {
    gateway.serve(
        """
        mcp: { workers: 16, handoff_after: 2 }
        jobs: { store: memory }
        tools:
          sleep: { job: always, estimate: 49 }
          state: { approval: ask, approval_reason: it forgets, job: never }
        mcpServers: { faulty: { on_ignored_cancel: tell, %s } }
        """
            .formatted(gateway.faulty("log", "--tools-file", ListedTools.file(gateway))));
    job(gateway.legacy());
    page("legacy.txt");
    job(gateway.modern());
    page("modern.txt");
    legacyTask(gateway.legacy());
    page("legacy-task.txt");
    modernTask(gateway.modern().declaring(TASKS));
    page("modern-task.txt");
    asked();
    page("approval-forms.txt");
    Golden.in("handles").assertIs(pages);
  }

  private void job(ScriptedHttpClient client) throws IOException, InterruptedException {
    var gate = gateway.gate();
    var handle = client.call("sleep", gate.arguments());
    answer("sleep, which becomes a job at once", handle);
    var of = "{\"job_id\":%s}".formatted(handle.at("result", "structuredContent", "job_id").raw());
    gateway.awaitLogged("log", ++calls, "call sleep");
    call(client, "sleep", gate.arguments());
    call(client, "job_list", "{}");
    call(client, "job_status", of);
    gate.open();
    call(client, "job_result", of);
    call(client, "job_status", of);
    call(client, "job_cancel", of);
    var stopped = client.call("sleep", gateway.gate().arguments());
    gateway.awaitLogged("log", ++calls, "call sleep");
    var other =
        "{\"job_id\":%s}".formatted(stopped.at("result", "structuredContent", "job_id").raw());
    call(client, "job_cancel", other);
    call(client, "job_result", other);
    call(client, "job_status", "{\"job_id\":\"local-00000000000000000000000000000000\"}");
    call(client, "job_status", "{}");
  }

  private void asked() throws InterruptedException {
    var legacy = gateway.legacy(Gateway.NEWEST_LEGACY, "{\"elicitation\":{}}");
    var asked = legacy.request("1", "tools/call", toolCall("state", "{\"set\":\"a\"}"));
    answer("a legacy client is asked", asked.awaitMethod("elicitation/create"));
    var modern = gateway.modern().declaring("{\"elicitation\":{\"form\":{}}}");
    call(modern, "state", "{\"set\":\"b\"}");
  }

  private void ask(ScriptedHttpClient client, String method, String params)
      throws InterruptedException {
    answer(method + " " + params, client.ask(method, params));
  }

  private void legacyTask(ScriptedHttpClient client) throws IOException, InterruptedException {
    var gate = gateway.gate();
    var made =
        client.ask(
            "tools/call",
            "{\"name\":\"sleep\",\"arguments\":%s,\"task\":{\"ttl\":60000}}"
                .formatted(gate.arguments()));
    answer("sleep as a task", made);
    var of = "{\"taskId\":%s}".formatted(made.at("result", "task", "taskId").raw());
    gateway.awaitLogged("log", ++calls, "call sleep");
    ask(client, "tasks/get", of);
    gate.open();
    ask(client, "tasks/result", of);
    ask(client, "tasks/get", of);
    ask(client, "tasks/cancel", of);
    ask(client, "tasks/list", "{}");
    ask(client, "tasks/get", "{\"taskId\":\"nothing\"}");
  }

  private void modernTask(ScriptedHttpClient client) throws IOException, InterruptedException {
    var gate = gateway.gate();
    var made = client.call("sleep", gate.arguments());
    answer("sleep by a client that declares tasks", made);
    var task = made.at("result", "taskId").text();
    gateway.awaitLogged("log", ++calls, "call sleep");
    answer("tasks/get", ofTask(client, "tasks/get", task));
    gate.open();
    Patience.await(
        () -> ofTask(client, "tasks/get", task).raw().contains("slept"), () -> "it does not end");
    answer("tasks/get", ofTask(client, "tasks/get", task));
    answer("tasks/cancel", ofTask(client, "tasks/cancel", task));
    answer("tasks/get of nothing", ofTask(client, "tasks/get", "nothing"));
    answer("tasks/get without the extension", ofTask(gateway.modern(), "tasks/get", task));
  }

  private static Json ofTask(ScriptedHttpClient client, String method, String task)
      throws InterruptedException {
    var params = "{\"taskId\":" + Json.quote(task) + "}";
    return client.send(client.requestPost("1", method, params).with("Mcp-Name", task)).response();
  }
}

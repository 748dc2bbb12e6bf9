package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.JobSettings;
import dev.belay.core.call.Call;
import dev.belay.core.call.Gate;
import dev.belay.core.job.Jobs;
import dev.belay.gateway.call.CallPolicy;
import dev.belay.gateway.call.Handoff;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "A job of a tool of this program is a task to clients that know tasks, and else a handle")
final class HostedTasksTest {
  private static final String ALWAYS = "tools: { own__measure: { job: always } }\n";
  private static final String TASKS = "io.modelcontextprotocol/tasks";

  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());
  private final Jobs jobs = fleet.jobs(1);

  @AfterEach
  void end() throws InterruptedException {
    workshop.open();
    fleet.governor().close();
    jobs.close();
  }

  private SessionFactory host() {
    return host(handoff -> handoff);
  }

  private SessionFactory host(UnaryOperator<Handoff> between) {
    var handoff = fleet.handoff(jobs, Thread.ofVirtual().factory());
    fleet.around(Neighbours.none().handingOff(between.apply(handoff)));
    return fleet.host(jobs, handoff);
  }

  private Guest legacy(SessionFactory host) {
    var client = fleet.guest(host, "local", /* modern= */ false);
    var opened = client.ask("0", "initialize", client.opening()).result();
    assertThat(opened.at("capabilities", "tasks").raw()).contains("list", "cancel", "call");
    return client;
  }

  private Guest modern(SessionFactory host) {
    var declared = "{\"elicitation\":{},\"extensions\":{\"" + TASKS + "\":{}}}";
    return fleet.guest(host, "local", /* modern= */ true).declaring(declared);
  }

  private static Asked asked(Guest client, String id, String method, String task) {
    return client.ask(id, method, "{\"taskId\":" + Json.quote(task) + "}");
  }

  private static String asTask(String tool) {
    return "{\"name\":\"" + tool + "\",\"arguments\":{},\"task\":{}}";
  }

  @Test
  @DisplayName("Legacy: also a call that ends at once is one; one more than may be open is refused")
  void legacy() {
    var client = legacy(host());
    var created = client.ask("1", "tools/call", asTask("say")).result();
    var id = created.at("task", "taskId").text();
    var result = asked(client, "2", "tasks/result", id).result();
    assertThat(result.at("content").items().getFirst().at("text").text()).isEqualTo("said hi");
    assertThat(asked(client, "3", "tasks/get", id).result().at("status").text())
        .isEqualTo("completed");

    var open = client.ask("4", "tools/call", asTask("wait")).result();
    assertThat(open.at("task", "status").text()).isEqualTo("working");
    var refused = client.ask("5", "tools/call", asTask("say")).result();
    assertThat(refused.at("isError").raw()).isEqualTo("true");
    assertThat(refused.at("content").raw()).contains("too many jobs are open");
  }

  /** Says before each call that it is a job at once, and as it begins that it never is one. */
  private record Changing(Handoff handoff) implements Handoff {
    @Override
    public List<Gate> before(CallPolicy policy, Waiting client) {
      return handoff.before(policy, client);
    }

    @Override
    public void begun(Call call, CallPolicy policy, Waiting client, PendingInput<?> input) {
      var other =
          new CallPolicy(
              policy.limits(),
              policy.silence(),
              policy.lane(),
              policy.rate(),
              JobSettings.Mode.NEVER,
              policy.estimate(),
              policy.join(),
              policy.onRestart(),
              policy.approval(),
              policy.repeats());
      handoff.begun(call, other, client, input);
    }
  }

  @Test
  @DisplayName("Legacy: a configuration that changes as a call begins leaves it no less a task")
  void changing() {
    var client = legacy(host(Changing::new));
    var created = client.ask("1", "tools/call", asTask("say")).result();
    var id = created.at("task", "taskId").text();
    assertThat(id).isNotEmpty();
    assertThat(asked(client, "2", "tasks/result", id).result().at("content").raw())
        .contains("said hi");
  }

  /** Returns only once the call has ended, as on a thread that got no processor meanwhile. */
  private record Late(Handoff handoff) implements Handoff {
    @Override
    public List<Gate> before(CallPolicy policy, Waiting client) {
      return handoff.before(policy, client);
    }

    @Override
    public void begun(Call call, CallPolicy policy, Waiting client, PendingInput<?> input) {
      handoff.begun(call, policy, client, input);
      try {
        var _ = call.join();
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Test
  @DisplayName("Legacy: a call that ends before its client is heard of is a task all the same")
  void late() {
    var created = legacy(host(Late::new)).ask("1", "tools/call", asTask("say")).result();
    assertThat(created.at("task", "taskId").text()).isNotEmpty();
  }

  @Test
  @DisplayName("Modern: what the tool asks is read from its task, and answered there")
  void modernAsked() {
    fleet.server("a").tools("t");
    fleet.yaml("tools: { own__ask: { job: always } }\n");
    var client = modern(host());
    var call = "{\"name\":\"own__ask\",\"arguments\":{}}";
    var id = client.ask("1", "tools/call", call).result().at("taskId").text();
    var asking = polled(client, id, "input_required");
    assertThat(asking.at("inputRequests", "q1", "params", "message").text())
        .isEqualTo("Which day?");
    var update =
        "{\"taskId\":"
            + Json.quote(id)
            + ",\"inputResponses\":{\"q1\":{\"action\":\"decline\"},\"q9\":{}}}";
    client.ask("2", "tasks/update", update).result();
    var done = polled(client, id, "completed");
    assertThat(done.at("result", "content").raw()).contains("answered");
    assertThat(client.ask("3", "tasks/update", update).result().at("resultType").text())
        .isEqualTo("complete");
  }

  /** Asks until the task is in that state, which another thread brings it into. */
  private static Json polled(Guest client, String id, String status) {
    while (true) {
      var task = asked(client, "\"p\"", "tasks/get", id).result();
      if (task.at("status").text().equals(status)) {
        return task;
      }
      Thread.onSpinWait();
    }
  }

  @Test
  @DisplayName("Legacy: what the tool asks reaches the client beside its requests")
  void legacyAsked() throws InterruptedException {
    var client = legacy(host());
    var id = client.ask("1", "tools/call", asTask("ask")).result().at("task", "taskId").text();
    polled(client, id, "input_required");
    var result = client.ask("2", "tasks/result", "{\"taskId\":" + Json.quote(id) + "}");
    fleet.time.advance(Duration.ofSeconds(1));
    var question = result.next();
    assertThat(question.at("method").text()).isEqualTo("elicitation/create");
    client.answer(question, "\"result\":{\"action\":\"decline\"}");
    assertThat(result.result().at("content").raw()).contains("answered");
  }

  @Test
  @DisplayName("Modern: one that always is becomes a task at once, and cancelling it stops it")
  void modern() throws InterruptedException {
    fleet.server("a").tools("t");
    fleet.yaml("tools: { own__wait: { job: always } }\n");
    var host = host();
    var client = modern(host);
    var call = "{\"name\":\"own__wait\",\"arguments\":{}}";
    var created = client.ask("1", "tools/call", call).result();
    assertThat(created.at("resultType").text()).isEqualTo("task");
    var id = created.at("taskId").text();
    assertThat(workshop.began.take()).isEqualTo("wait");
    assertThat(asked(client, "2", "tasks/get", id).result().at("status").text())
        .isEqualTo("working");
    assertThat(asked(client, "3", "tasks/cancel", id).result().at("resultType").text())
        .isEqualTo("complete");
    assertThat(workshop.stopped.take()).contains("CLIENT");
    assertThat(asked(client, "4", "tasks/get", id).result().at("status").text())
        .isEqualTo("cancelled");
    assertThat(asked(client, "5", "tasks/get", "none").error().at("code").raw())
        .isEqualTo("-32602");

    var plain = fleet.guest(host, "local", /* modern= */ true);
    var first = plain.ask("7", "tools/call", call).result();
    var second = plain.ask("8", "tools/call", call).result();
    assertThat(second.at("content").raw())
        .contains("already running as job " + first.at("structuredContent", "job_id").text());

    var tools = legacy(host).ask("6", "tools/list", "{}").result().at("tools").items();
    assertThat(tools.stream().filter(one -> one.at("execution", "taskSupport").present()))
        .extracting(one -> one.at("name").text())
        .containsExactly("own__wait");
  }

  /** {@return a client that knows no tasks, of a catalog whose tool "measure" is always a job} */
  private Guest plain(boolean modern) {
    fleet.server("a").tools("t");
    fleet.yaml(ALWAYS);
    var client = fleet.guest(host(), "local", modern);
    return modern ? client : client.initialized();
  }

  private Json schema(Guest client) {
    return client.ask("\"list\"", "tools/list", "{}").result().at("tools").items().stream()
        .filter(tool -> tool.at("name").text().equals("own__measure"))
        .findFirst()
        .orElseThrow()
        .at("outputSchema");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("A handle is no error where a tool is always a job: its schema has room for both")
  void listed(boolean modern) {
    var client = plain(modern);
    var schema = schema(client);
    assertThat(schema.at("type").text()).isEqualTo("object");
    assertThat(schema.at("anyOf").items()).hasSize(2);
    assertThat(schema.at("anyOf").items().getFirst().at("properties", "length").present()).isTrue();
    assertThat(schema.at("anyOf").items().getLast().at("required").raw())
        .isEqualTo("[\"job_id\",\"tool\",\"status\"]");

    var handle = client.call("1", "own__measure", "{}").result();
    assertThat(handle.at("isError").present()).isFalse();
    var job = handle.at("structuredContent", "job_id").text();
    workshop.open();
    var asked = "{\"name\":\"job_result\",\"arguments\":{\"job_id\":" + Json.quote(job) + "}}";
    var result = client.ask("2", "tools/call", asked).result();
    assertThat(result.at("structuredContent", "length").raw()).isEqualTo("3");
  }

  @Test
  @DisplayName("Lists follow the configuration, also where the servers' own lists stay the same")
  void reloaded() {
    var client = plain(true);
    assertThat(schema(client).at("anyOf").present()).isTrue();
    fleet.yaml("tools: { own__measure: { job: auto } }\n").replace();
    assertThat(schema(client).at("anyOf").present()).isFalse();
    fleet.yaml(ALWAYS).replace();
    assertThat(schema(client).at("anyOf").present()).isTrue();
  }
}

package dev.belay.gateway.relay;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A server of either era that makes tasks of calls, each step of which the test takes. */
abstract class AdoptedTasks extends TaskClients {
  static final String DONE = "\"content\":[{\"type\":\"text\",\"text\":\"done\"}]";
  static final String FORM =
      "{\"message\":\"Sure?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}";
  static final String RELATED =
      "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"up-1\"}}";
  static final Duration STEP = Duration.ofMillis(200);

  private @Nullable Puppet served;
  boolean modern;

  static String tool(String name, String support) {
    return "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\"},\"execution\":{\"taskSupport\":\"%s\"}}"
        .formatted(name, support);
  }

  /** Has the test go by that one, whose server is that. */
  void serving(MultiClientHarness made, @Nullable Puppet puppet) {
    serving(made);
    served = puppet;
  }

  MultiClientHarness serving(String era, String yaml) {
    modern = era.equals("MODERN");
    var odd =
        "{\"name\":\"odd\",\"inputSchema\":{\"type\":\"object\"},"
            + "\"outputSchema\":{\"anyOf\":[{\"type\":\"object\"},{\"type\":\"string\"}]}}";
    var tools = tool("must", "required") + "," + tool("may", "optional") + "," + odd;
    var puppet = new Puppet(modern, tools).withTasks();
    var made = MultiClientHarness.within(StdioHarness.over().withJobs().yaml(yaml), puppet);
    serving(made, puppet);
    return made;
  }

  MultiClientHarness serving(String era) {
    return serving(era, "");
  }

  Puppet server() {
    return Objects.requireNonNull(served);
  }

  /** {@return a client of that era that has read the list of tools, as all do} */
  Guest guest(String era) throws InterruptedException {
    var guest = era.equals("MODERN") ? modern() : crowd().legacy();
    guest.ask("tools/list", "{}").result();
    return guest;
  }

  /** {@return a client of the one era, of a server of the other} */
  Guest guest(String server, String client) throws InterruptedException {
    serving(server);
    return guest(client);
  }

  Puppet.Came call(int number) throws InterruptedException {
    await("call " + number, () -> server().calls().size() >= number);
    return server().calls().get(number - 1);
  }

  Puppet.Came asked(String method, int number) throws InterruptedException {
    await(number + " × " + method, () -> server().aboutTasks(method).size() >= number);
    return server().aboutTasks(method).get(number - 1);
  }

  /** {@return the request number so many for the task's state, once its time has come} */
  Puppet.Came poll(int number) throws InterruptedException {
    crowd().pass(STEP, "poll " + number, () -> server().aboutTasks("tasks/get").size() >= number);
    return asked("tasks/get", number);
  }

  void created(Puppet.Came call, String id) {
    var fields = fields(id, "working", "\"statusMessage\":\"begun\"");
    call.answer(
        modern
            ? "\"result\":{\"resultType\":\"task\"," + fields + "}"
            : "\"result\":{\"task\":{" + fields + "}}");
  }

  /** Calls as call of that number a tool, of which the server makes the task of that number. */
  Asked adopted(Guest guest, int number) throws InterruptedException {
    var asked = guest.call("must", "{}");
    created(call(number), "up-" + number);
    return asked;
  }

  String fields(String id, String status, String more) {
    var interval =
        modern ? "\"ttlMs\":60000,\"pollIntervalMs\":1000" : "\"ttl\":60000,\"pollInterval\":1000";
    return "\"taskId\":\"%s\",\"status\":\"%s\",\"createdAt\":\"2026-01-01T00:00:00Z\",\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\",%s%s"
        .formatted(id, status, interval, more.isEmpty() ? "" : "," + more);
  }

  void state(Puppet.Came get, String status, String more) {
    var stamp = modern ? "\"resultType\":\"complete\"," : "";
    get.answer(
        "\"result\":{"
            + stamp
            + fields(get.message().at("params", "taskId").text(), status, more)
            + "}");
  }

  /** Has the task end with a result, in the words of the server's era. */
  void complete(Puppet.Came get) throws InterruptedException {
    if (modern) {
      state(get, "completed", "\"result\":{\"resultType\":\"complete\"," + DONE + "}");
    } else {
      int before = server().aboutTasks("tasks/result").size();
      state(get, "completed", "");
      result(before + 1);
    }
  }

  void result(int number) throws InterruptedException {
    asked("tasks/result", number).answer("\"result\":{" + DONE + "," + RELATED + "}");
  }
}

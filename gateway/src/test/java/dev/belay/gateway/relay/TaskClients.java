package dev.belay.gateway.relay;

import dev.belay.core.time.Patience;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.testkit.json.Json;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Clients that know tasks, before one server. */
abstract class TaskClients extends Closing {
  static final String EXTENSION = "io.modelcontextprotocol/tasks";
  static final String DECLARED = "{\"elicitation\":{},\"extensions\":{\"" + EXTENSION + "\":{}}}";
  static final String ALWAYS = "tools: { \"*\": { job: always } }\n";

  private @Nullable MultiClientHarness crowd;

  /** Has the test go by that one. */
  void serving(MultiClientHarness made) {
    crowd = opened(made);
  }

  MultiClientHarness crowd() {
    return Objects.requireNonNull(crowd);
  }

  /** {@return a modern client that has declared tasks} */
  Guest modern() {
    return crowd().modern("local", DECLARED);
  }

  /** Calls a tool as a legacy client that asks for a task. */
  static Asked callAsTask(Guest guest, String tool, String task) {
    return guest.ask(
        "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{},\"task\":" + task + "}");
  }

  static Asked of(Guest guest, String method, String task) {
    return guest.ask(method, "{\"taskId\":" + Json.quote(task) + "}");
  }

  /** Waits until something holds. */
  void await(String what, Patience.Condition<RuntimeException> wanted) throws InterruptedException {
    crowd().await(what, wanted);
  }

  /** Lets time pass until something holds. */
  void pass(String what, Patience.Condition<RuntimeException> wanted) throws InterruptedException {
    crowd().pass(what, wanted);
  }

  /** Waits until a task has that status. Returns it. */
  Json awaitStatus(Guest guest, String task, String status) throws InterruptedException {
    await(
        "a task that is " + status,
        () -> of(guest, "tasks/get", task).result().at("status").text().equals(status));
    return of(guest, "tasks/get", task).result();
  }

  static String text(Json result) {
    return result.at("content").items().getFirst().at("text").text();
  }
}

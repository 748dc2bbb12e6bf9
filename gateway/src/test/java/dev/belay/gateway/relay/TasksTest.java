package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Legacy tasks of a server that clients share are their owners' alone (MCP 2025-11-25 §tasks). */
final class TasksTest {
  private static final String STATUS = "notifications/tasks/status";

  private static Json task(Guest guest, String everyMs) throws InterruptedException {
    var params = Guest.callParams("task", "{\"steps\":2,\"everyMs\":" + everyMs + "}");
    return guest
        .ask("1", "tools/call", params.substring(0, params.length() - 1) + ",\"task\":{}}")
        .result()
        .at("task", "taskId");
  }

  @Test
  @DisplayName("The id of another client's task is answered as one that nobody knows")
  void tasksOfOthersAreUnknown() throws IOException, InterruptedException {
    try (var crowd = MultiClientHarness.of(StdioHarness.over())) {
      var owner = crowd.legacy();
      var other = crowd.legacy();
      var id = "{\"taskId\":" + task(owner, "60000").raw() + "}";
      for (var method : new String[] {"tasks/get", "tasks/cancel", "tasks/result"}) {
        assertThat(other.ask("2", method, id).error().at("code").raw()).isEqualTo("-32602");
        assertThat(crowd.got(method)).isEmpty();
      }
      assertThat(other.ask("3", "tasks/get", "{\"taskId\":\"none\"}").error().at("code").raw())
          .isEqualTo("-32602");
      assertThat(owner.ask("2", "tasks/get", id).result().at("status").text()).isEqualTo("working");
      assertThat(owner.ask("3", "tasks/cancel", id).result().at("status").text())
          .isEqualTo("cancelled");
    }
  }

  @Test
  @DisplayName("News of a task reaches its owner and nobody else")
  void newsOfATaskIsItsOwners() throws IOException, InterruptedException {
    try (var crowd = MultiClientHarness.of(StdioHarness.over())) {
      var owner = crowd.legacy();
      var other = crowd.legacy();
      task(owner, "1");
      crowd.await("news of the task", () -> !owner.told(STATUS).isEmpty());
      assertThat(other.told(STATUS)).isEmpty();
    }
  }

  @Test
  @DisplayName("Nobody may list the tasks of a server that clients share")
  void tasksAreNotListed() throws IOException, InterruptedException {
    try (var crowd = MultiClientHarness.of(StdioHarness.over())) {
      var guest = crowd.legacy();
      assertThat(guest.ask("1", "tasks/list", "{}").error().at("code").raw()).isEqualTo("-32601");
      assertThat(crowd.got("tasks/list")).isEmpty();
    }
  }
}

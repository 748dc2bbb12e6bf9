package dev.belay.observe.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.ToolEvent;
import dev.belay.core.time.HandTime;
import dev.belay.observe.schema.Judge;
import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is sent of calls, events and health is as the published schemas have it")
final class SentBodiesTest {
  private static void assertRight(String schema, String json) {
    assertThat(Judge.faults(schema, json)).as(schema + ": " + json).isEmpty();
  }

  @Test
  @DisplayName("health, whole and in a word, and what is not there")
  void health() throws InterruptedException {
    try (var looked = new Looked(new HandTime())) {
      assertRight("health", looked.get("/health", null).body());
      assertRight("health-word", looked.get("/health/live", null).body());
      assertRight("health-word", looked.get("/health/ready", null).body());
      assertRight("error-body", looked.get("/api/nothing", null).body());
      assertRight("error-body", looked.post("/api/calls", "").body());
    }
  }

  @Test
  @DisplayName("calls, before and after a heartbeat, with and without limits, and their end")
  void calls() throws InterruptedException {
    try (var looked = new Looked(new HandTime())) {
      assertRight("calls", looked.get("/api/calls", null).body());
      var beaten = new CountDownLatch(2);
      var ids =
          List.of(Limits.ofSeconds(60, 60), Limits.NONE).stream()
              .map(limits ->
                  looked.governor.start(
                      CallRequest.of("read", Payload.EMPTY).withLimits(limits),
                      context -> {
                        context.heartbeat(null, limits.equals(Limits.NONE) ? null : 1.0, null);
                        beaten.countDown();
                        new CountDownLatch(1).await();
                        return Payload.EMPTY;
                      }))
              .map(call -> call.id().toString())
              .toList();
      beaten.await();
      assertRight("calls", looked.get("/api/calls", null).body());
      for (var id : ids) {
        var path = "/api/calls/" + id + "/cancel";
        var body = "{\"reason\":\"wrong file\"}";
        assertRight("cancel-request", body);
        assertRight("cancel-answer", looked.post(path, body).body());
        assertRight("cancel-answer", looked.post(path, "").body());
        assertThat(looked.post(path, "[]").status).isEqualTo(400);
        assertThat(Judge.faults("cancel-request", "[]")).isNotEmpty();
      }
      assertRight("error-body", looked.post("/api/calls/x/cancel", "").body());
    }
  }

  @Test
  @DisplayName("each event of the journal")
  void events() throws InterruptedException {
    var tools =
        List.of(
            new ToolEvent.Changed("files", "read", "a", "b", "waiting"),
            new ToolEvent.Accepted("files", "read", "b"));
    try (var looked = new Looked(new HandTime())) {
      Looked.EVENTS.forEach(event -> looked.governor.journal().publish(Looked.CALL, event));
      tools.forEach(looked.governor.journal()::publish);
      var types = new TreeSet<String>();
      // With an id of another run, all kept events follow a gap.
      for (var frame : looked.get("/api/events", "after=other-1").body().split("\n\n", -1)) {
        if (!frame.isBlank()) {
          types.add(field(frame, "event"));
          assertRight("journal-event", json(frame));
        }
      }
      assertThat(types)
          .hasSize(
              CallEvent.class.getPermittedSubclasses().length
                  + ToolEvent.class.getPermittedSubclasses().length
                  + 1);
    }
  }

  private static String json(String frame) {
    var id = field(frame, "id");
    return "{%s\"event\":%s,\"data\":%s}"
        .formatted(
            id.isEmpty() ? "" : "\"id\":" + Json.quote(id) + ",",
            Json.quote(field(frame, "event")),
            field(frame, "data"));
  }

  private static String field(String frame, String name) {
    return frame
        .lines()
        .filter(line -> line.startsWith(name + ": "))
        .findFirst()
        .map(line -> line.substring(name.length() + 2))
        .orElse("");
  }

  @Test
  @DisplayName("the index, and each schema, as what it is")
  void schemas() throws InterruptedException {
    try (var looked = new Looked(new HandTime())) {
      var index = looked.get("/api/schema", null).body();
      assertRight("schema-index", index);
      var members = ((Json.Members) Json.parse(index)).values();
      assertThat(members).containsKeys("turn-request", "turn-event", "turn_start");
      for (var path : members.values()) {
        var answered = looked.get(path.text(), null);
        assertThat(answered.status).as(path.text()).isEqualTo(200);
        assertThat(Json.parse(answered.body()).at("title").present()).isTrue();
      }
      var unknown = looked.get("/api/schema/nothing", null);
      assertThat(unknown.status).isEqualTo(404);
      assertRight("error-body", unknown.body());
      assertThat(looked.get("/api/schema/..", null).status).isEqualTo(404);
    }
  }
}

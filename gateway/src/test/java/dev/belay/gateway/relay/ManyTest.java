package dev.belay.gateway.relay;

import static dev.belay.gateway.relay.StdioHarness.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Many calls at once: none is mixed up with another, and none leaves a trace")
final class ManyTest extends Closing {
  @Test
  @DisplayName(
      "P1, P27: thousands of calls of every outcome end once each and leave nothing behind")
  void nothingIsLeftOfThousandsOfCalls() throws InterruptedException {
    var rope =
        opened(
            StdioHarness.over()
                .with("idle_timeout", "0.5")
                .with("cancel_grace", "6")
                .initialized());
    var random = new Random(27);
    var cancelled = new ArrayList<String>();
    int asked = 3_000;
    for (int id = 0; id < asked; id++) {
      var own = Integer.toString(id);
      switch (random.nextInt(10)) {
        case 0 -> {
          rope.send(own, "hang_honouring_cancel", "{}", "{\"progressToken\":" + own + "}");
          rope.client().cancel(own);
          cancelled.add(own);
        }
        case 1 -> rope.send(own, "hang_honouring_cancel", "{}", "{\"timeout\":20}");
        case 2 -> rope.send(own, "progress", "{\"everyMs\":1}", "{\"progressToken\":" + own + "}");
        case 3 -> rope.send(own, "double_answer", "{}", "{}");
        case 4 -> rope.send(own, "result_null", "{}", "{}");
        case 5 -> rope.send(own, "no_such_tool", "{}", "{}");
        case 6 -> rope.client().request(own, "ping", "{}");
        case 7 -> rope.client().request(own, "no/such", "{}");
        default -> rope.send(own, "echo", "{\"text\":\"" + own + "\"}", "{}");
      }
    }
    rope.pass(
        () -> {
          // Before more time passes the server has answered what asks for a sign of life.
          rope.settle();
          return rope.session().inFlight().all().isEmpty();
        },
        () -> "still in flight: " + rope.session().inFlight().all().size());
    // A request is out of flight a moment before its answer is written.
    rope.await(
        () -> ids(rope).size() >= asked - cancelled.size(), () -> "answered: " + ids(rope).size());
    rope.settle();

    var answers = answers(rope);
    var ids = ids(rope);
    assertThat(ids).doesNotHaveDuplicates().doesNotContainAnyElementsOf(cancelled);
    assertThat(ids).hasSize(asked - cancelled.size());
    assertThat(answers)
        .filteredOn(m -> text(m).matches("[0-9]+"))
        .allMatch(m -> text(m).equals(m.at("id").raw()));
    assertThat(rope.pids()).as("it was healthy all the time").hasSize(1);

    rope.awaitStopped(cancelled.size());
    assertThat(rope.governor().directory().calls()).isEmpty();
    assertThat(rope.governor().directory().abandoned()).isEmpty();
    rope.await(
        () -> rope.upstream().openRequests() == 0,
        () -> rope.upstream().openRequests() + " requests are open");
  }

  private static List<Json> answers(StdioHarness rope) {
    return rope.client().received(m -> !m.at("method").present());
  }

  /** {@return the ids of the answers, but for those to questions of the rope itself} */
  private static List<String> ids(StdioHarness rope) {
    return answers(rope).stream()
        .map(m -> m.at("id").raw())
        .filter(id -> !id.startsWith("\""))
        .toList();
  }

  @Test
  @DisplayName("C19: calls that configuration makes exclusive run one after the other")
  void whatIsExclusiveRunsAlone() throws InterruptedException {
    var yaml = "tools:\n  sleep: { concurrency: exclusive, scope: upstream }\n";
    var rope = opened(StdioHarness.over().yaml(yaml).initialized());
    for (int id = 1; id <= 3; id++) {
      rope.send("" + id, "sleep", "{\"ms\":50}", "{}");
    }
    rope.pass(() -> rope.log("slept").size() == 3, () -> "not slept: " + rope.log());
    rope.send("4", "echo", "{\"text\":\"a\"}", "{}");
    for (int id = 1; id <= 4; id++) {
      rope.client().awaitResponse("" + id);
    }
    var order = List.of("call sleep", "slept sleep");
    assertThat(rope.log().stream().filter(order::contains))
        .containsExactly(
            "call sleep", "slept sleep", "call sleep", "slept sleep", "call sleep", "slept sleep");
  }
}

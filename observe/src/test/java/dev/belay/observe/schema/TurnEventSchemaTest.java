package dev.belay.observe.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Limit;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.ToolTimeoutError;
import dev.belay.core.turn.ToolUseResult;
import dev.belay.core.turn.TurnDetails;
import dev.belay.core.turn.TurnEvent;
import dev.belay.core.turn.TurnId;
import dev.belay.gateway.turn.TurnText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whatever a turn can tell is as the published schemas have it")
final class TurnEventSchemaTest {
  private static final TurnId TURN = new TurnId("main:s1:7-1");

  private static List<TurnEvent> events() {
    var events =
        new ArrayList<TurnEvent>(
            List.of(
                new TurnEvent.Started(TURN, "main", "s1", null),
                new TurnEvent.Started(TURN, "main", "s1", new TurnId("p")),
                new TurnEvent.ToolStarted("a", "read"),
                new TurnEvent.ToolProgress("a", "read", Duration.ofSeconds(5)),
                new TurnEvent.ToolCancelled("a", "read", "[CANCELLED] Turn aborted by user."),
                new TurnEvent.ToolEnded("a", "read", "x", 1, "x", true, Duration.ofMillis(1)),
                new TurnEvent.Said("Hel"),
                new TurnEvent.Retried(2, Duration.ofMillis(1_500), "Overloaded."),
                new TurnEvent.Troubled("Turn cancelled by user"),
                new TurnEvent.Completed(0)));
    for (var limit : Limit.values()) {
      var error = new ToolTimeoutError("read", limit, 120_000, 121_000);
      events.add(new TurnEvent.ToolTimedOut("a", "read", error));
    }
    for (var reason : AbortReason.values()) {
      events.add(new TurnEvent.Aborted(reason));
    }
    return events;
  }

  @Test
  @DisplayName("each event")
  void everyEvent() {
    assertThat(events().stream().map(Object::getClass).distinct())
        .as("kinds of events")
        .hasSameElementsAs(Arrays.asList(TurnEvent.class.getPermittedSubclasses()));
    for (var event : events()) {
      var name = TurnText.name(event);
      var data = TurnText.data(event).toString();
      assertThat(Judge.faults(name, data)).as(data).isEmpty();
      assertThat(Judge.eventFaults("turn-event", name, data)).as(data).isEmpty();
      assertThat(Judge.eventFaults("turn-event", name, data.replaceFirst("\\{", "{\"x\":1,")))
          .as(name + " with a field that nobody knows")
          .isNotEmpty();
      assertThat(Judge.eventFaults("turn-event", "replay_gap", data)).as(data).isNotEmpty();
    }
    assertThat(
            Judge.eventFaults("turn-event", "replay_gap", "{\"type\":\"replay_gap\",\"missed\":3}"))
        .isEmpty();
    assertThat(Judge.eventFaults("turn-event", "no_such_event", "{}")).isNotEmpty();
  }

  @Test
  @DisplayName("a turn, with and without what is not always there")
  void details() {
    var bare = new TurnDetails(TURN, "main", "s1", Instant.ofEpochMilli(7), null, 0, null);
    var full =
        new TurnDetails(
            TURN, "main", "s1", Instant.ofEpochMilli(7), "read", 2, new TurnId("main:s1:6-1"));
    for (var turn : List.of(bare, full)) {
      var active = "{\"turns\":[" + TurnText.details(turn) + "]}";
      assertThat(Judge.faults("active-turns", active)).as(active).isEmpty();
      var one = TurnText.details(turn).text("status", "running").toString();
      assertThat(Judge.faults("turn", one)).as(one).isEmpty();
      assertThat(Judge.faults("turn", TurnText.details(turn).toString()))
          .as("without its status")
          .isNotEmpty();
    }
  }

  @Test
  @DisplayName("results, however a call ended")
  void results() {
    var outcomes =
        List.of(new Outcome.Cancelled(Cause.USER, ""), new Outcome.Refused("lane", "full"));
    for (var outcome : outcomes) {
      var result = new ToolUseResult("a", "read", outcome, "t", "t", true, Duration.ZERO);
      var answer =
          "{\"turnId\":\"x\",\"status\":\"aborted\",\"reason\":\"user\",\"detail\":\"user\","
              + "\"results\":["
              + TurnText.result(result, null)
              + ","
              + TurnText.result(result, "[{\"type\":\"text\",\"text\":\"t\"}]")
              + "]}";
      assertThat(Judge.faults("turn-answer", answer)).as(answer).isEmpty();
      assertThat(Judge.faults("turn-answer", answer.replace(",\"detail\":\"user\"", "")))
          .as("a reason without its detail")
          .isNotEmpty();
    }
  }
}

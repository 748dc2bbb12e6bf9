package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("P19, C11: a reader that returns to a turn continues after its last event")
final class TurnReplayTest {
  private static final String LOCAL = "local";

  private final TurnDoor door = new TurnDoor();

  @AfterEach
  void close() {
    door.registry.close();
  }

  /** {@return a turn that has ended after so many pieces of text} */
  private Turn ended(int pieces) throws UnknownTurnException, CyclicTurnException {
    var turn = door.registry.begin(TurnRequest.of("main", "s1"));
    for (int i = 0; i < pieces; i++) {
      turn.say("piece " + i);
    }
    assertThat(turn.complete()).isTrue();
    return turn;
  }

  @Test
  @Claim("P19")
  @DisplayName("Of more than 10,000 events the newest follow the number of missing ones")
  void theNewestEventsFollowAGap()
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var turn = ended(10_050);
    var events = door.events(LOCAL, turn.id().text(), "");
    assertThat(events).hasSize(10_001);
    assertThat(events.getFirst())
        .isEqualTo("null replay_gap {\"type\":\"replay_gap\",\"missed\":52}");
    var behind = events.subList(1, events.size());
    assertThat(behind.stream().map(event -> event.split(" ", -1)[0]).toList())
        .isEqualTo(IntStream.range(52, 10_052).mapToObj(Integer::toString).toList());
    assertThat(events.getLast())
        .isEqualTo("10051 turn_complete {\"type\":\"turn_complete\",\"toolCallCount\":0}");
    assertThat(door.events(LOCAL, turn.id().text(), "51").getFirst())
        .as("who has seen all that is gone misses nothing")
        .isEqualTo("52 text_delta {\"type\":\"text_delta\",\"text\":\"piece 51\"}");
    assertThat(door.events(LOCAL, turn.id().text(), "40").getFirst())
        .isEqualTo("null replay_gap {\"type\":\"replay_gap\",\"missed\":11}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "x",
        "-1",
        "1.5",
        "0x1",
        "1e3",
        "3",
        "4",
        "999999999999",
        "9999999999999999999999"
      })
  @DisplayName("An unknown Last-Event-ID replays all events of the turn")
  void anUnknownLastEventIdReplaysAll(String last)
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var events = door.events(LOCAL, ended(1).id().text(), last);
    assertThat(events.stream().map(event -> event.split(" ", -1)[1]))
        .containsExactly("turn_start", "text_delta", "turn_complete");
  }

  @Test
  @DisplayName("A reader that has seen the last event gets no other")
  void aReaderOfTheLastEventGetsNoMore()
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var id = ended(1).id().text();
    assertThat(door.events(LOCAL, id, "1")).hasSize(1);
    assertThat(door.events(LOCAL, id, "2")).isEmpty();
  }

  @Test
  @Claim("P20")
  @DisplayName("P20: a stalled reader delays neither the turn nor other readers")
  void aStalledReaderDelaysNeitherTheTurnNorOthers()
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var turn = door.registry.begin(TurnRequest.of("main", "s1"));
    var stuck = new Heard(2);
    var reading = TurnStream.begin(turn, 0, stuck);
    turn.say("one");
    turn.say("two");
    reading.join();
    assertThat(stuck.all()).hasSize(2);
    turn.say("three");
    assertThat(turn.complete()).isTrue();
    assertThat(door.events(LOCAL, turn.id().text(), "")).hasSize(5);
  }

  @Test
  @DisplayName("A turn of another principal is unknown to every route")
  void anotherPrincipalsTurnIsUnknown()
      throws UnknownTurnException, CyclicTurnException, InterruptedException {
    var id = ended(1).id().text();
    assertThat(door.events("eve", id, "")).singleElement().asString().startsWith("404 ");
    assertThat(List.of("", "/abort", "/abort-tool/a"))
        .allSatisfy(path ->
            assertThat(
                    door.ask(
                            "eve",
                            path.isEmpty() ? "GET" : "POST",
                            "/api/turns/" + id + path,
                            Map.of(),
                            new byte[0])
                        .all())
                .containsExactly("404 {\"error\":\"Turn not found or already completed\"}"));
  }
}

package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.CyclicTurnException;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.core.turn.TurnRequest;
import dev.belay.core.turn.UnknownTurnException;
import dev.belay.gateway.turn.TurnStream;
import dev.belay.observe.schema.Judge;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@DisplayName(
    "C11: who comes late to a long turn is told of the gap, as the published schemas have it")
final class TurnStreamSchemaTest {
  private static final int KEPT = 10_000;

  /** Records the events sent. */
  private static final class Kept extends MemoryStream {
    final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();

    Kept() {
      super(new HandTime());
    }

    @Override
    public boolean send(@Nullable String id, @Nullable String event, byte[] data) {
      var number = id == null ? "" : "\"id\":" + Json.quote(id) + ",";
      return events.add(
          "{%s\"event\":%s,\"data\":%s}"
              .formatted(
                  number, Json.quote(Objects.requireNonNull(event)), new String(data, UTF_8)));
    }
  }

  @Test
  void gap() throws CyclicTurnException, InterruptedException, UnknownTurnException {
    try (var turns = new TurnRegistry(TurnOptions.of(new HandTime(), _ -> {}))) {
      var turn =
          turns.begin(
              new TurnRequest(
                  "main",
                  "s1",
                  new Caller("local", "main", "s1", null, List.of(), 0, null, null),
                  null,
                  Duration.ZERO));
      for (int i = 0; i < KEPT + 5; i++) {
        turn.say("piece " + i);
      }
      assertThat(turn.complete()).isTrue();
      var kept = new Kept();
      TurnStream.begin(turn, 0, kept).join();
      assertThat(kept.events).hasSize(KEPT + 1);
      // From the beginning, from the whole text, and from the end.
      assertThat(kept.events.peek())
          .isEqualTo("{\"event\":\"replay_gap\",\"data\":{\"type\":\"replay_gap\",\"missed\":7}}");
      assertThat(kept.events)
          .allSatisfy(event -> assertThat(Judge.faults("turn-event", event)).isEmpty());
    }
  }
}

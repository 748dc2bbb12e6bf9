package dev.belay.gateway.turn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("C39: who may keep a turn whose client has left, and for how long")
final class TurnGraceTest {
  private static final String EVE = "eve";

  private final TurnDoor door = new TurnDoor();
  private Turn turn = begun(Duration.ofMinutes(1));

  private Turn begun(Duration grace) {
    var caller = new Caller(EVE, "a", "s", null, List.of(), 0, null, null);
    var request = new TurnRequest("a", "s", caller, null, TurnRequest.LIMIT, grace);
    return door.begin(request);
  }

  /** Reads its events, and leaves. */
  private void reads(String who) throws InterruptedException {
    var left = new Heard(Integer.MAX_VALUE, /* hasLeft= */ true);
    door.handle(who, "GET", "/api/turns/" + turn.id() + "/events", Map.of(), new byte[0], left);
  }

  @Test
  @DisplayName("A reader of the same principal that leaves begins the grace")
  void ownReader() throws InterruptedException {
    reads(EVE);
    assertThat(door.simulation.armedTimers()).as("its limit, and its grace").isEqualTo(2);
    assertThat(turn.stopped()).isEmpty();
    var ended = new CompletableFuture<AbortReason>();
    var _ = turn.cancellation().onCancel(_ -> ended.complete(turn.stopped().orElseThrow()));
    // No longer: its limit would end it, too.
    door.simulation.runFor(Duration.ofMinutes(1));
    // On a thread of its own, off the timer.
    assertThat(ended.join()).isEqualTo(AbortReason.CLIENT_DISCONNECT);
  }

  @Test
  @DisplayName("Without a grace a reader is none of the turn's clients")
  void withoutGrace() throws InterruptedException {
    turn = begun(Duration.ZERO);
    reads(EVE);
    assertThat(turn.stopped()).isEmpty();
  }

  @Test
  @DisplayName("Another principal's reader neither keeps the turn nor ends it")
  void othersReader() throws InterruptedException {
    assertThat(turn.request().isKeptBy(EVE)).isTrue();
    assertThat(turn.request().isKeptBy("ann")).isFalse();
    reads("ann");
    assertThat(door.simulation.armedTimers()).as("its limit alone").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0,",
    "300000,",
    "300001,disconnectGraceMs is more than 300000",
    "-1,disconnectGraceMs is no whole number from 0 on"
  })
  @DisplayName("From 0 to five minutes can be asked for")
  void range(String asked, String refused) throws InterruptedException {
    var body = TurnDoor.body("\"disconnectGraceMs\":%s,".formatted(asked));
    var line = door.post(EVE, body).getFirst();
    if (refused == null) {
      assertThat(line).startsWith("200 ");
    } else {
      assertThat(line).isEqualTo("400 {\"error\":\"" + refused + "\"}");
    }
  }

  @Test
  @DisplayName("A client that posts with a grace and leaves lets the turn go on")
  void postAndLeave() throws InterruptedException {
    var body = TurnDoor.body("\"disconnectGraceMs\":60000,").getBytes(UTF_8);
    var left = new Heard(Integer.MAX_VALUE, /* hasLeft= */ true);
    var live = Map.of("accept", "text/event-stream");
    door.handle(EVE, "POST", "/api/turns", live, body, left);
    assertThat(left.all().getLast()).contains("turn_complete");
  }
}

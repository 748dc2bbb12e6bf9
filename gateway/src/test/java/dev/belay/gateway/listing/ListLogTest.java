package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-14, S4-20 … S4-22: what the log says of lists")
final class ListLogTest {
  private static final ListCache.Room<String> ROOM = new ListCache.Room<>(10, 100, String::length);

  private final Simulation time = new Simulation(1);
  private final List<String> log = new ArrayList<>();

  @Test
  @DisplayName("S4-13: of three requests within its time, one builds the list and two are hits")
  void eachRequestIsCountedOnce() {
    var cache =
        new ListCache<String, String>(
            time, Duration.ofSeconds(1), _ -> Duration.ofSeconds(1), ROOM);
    var gate = new ListGate(90, time);
    for (int i = 0; i < 3; i++) {
      assertThat(ask(gate, cache)).isEqualTo("list");
    }
    assertThat(cache.figures().requests()).isEqualTo(3);
    assertThat(cache.figures().hits()).isEqualTo(2);
    assertThat(cache.figures().builds()).isEqualTo(1);
    assertThat(gate.figures().inFlight()).isZero();
  }

  private static String ask(ListGate gate, ListCache<String, String> cache) {
    return gate.within(() -> cache.get("a", () -> CompletableFuture.completedStage("list")))
        .toCompletableFuture()
        .join();
  }

  @Test
  void aFailedListReturnsItsPlace() {
    var cache =
        new ListCache<String, String>(
            time, Duration.ofSeconds(1), _ -> Duration.ofSeconds(1), ROOM);
    var gate = new ListGate(1, time);
    for (int i = 0; i < 3; i++) {
      assertThat(gate.within(ListLogTest::broken).toCompletableFuture()).isCompletedExceptionally();
      assertThat(gate.within(() -> cache.get("a", ListLogTest::broken)).toCompletableFuture())
          .isCompletedExceptionally();
    }
    assertThat(gate.figures().inFlight()).isZero();
    assertThat(gate.figures().admitted()).isEqualTo(6);
  }

  private static CompletionStage<String> broken() {
    throw new IllegalStateException("broken");
  }

  @Test
  @DisplayName("S4-14: lines within the pause are dropped")
  void linesWithinThePauseAreDropped() {
    var throttle = new Throttle(time, Throttle.INVENTORY, log::add);
    throttle.say(() -> "1 tool");
    throttle.say(() -> "2 tools");
    time.runFor(Duration.ofMillis(14_999));
    throttle.say(() -> "3 tools");
    time.runFor(Duration.ofMillis(1));
    throttle.say(() -> "4 tools");
    assertThat(log).containsExactly("1 tool", "4 tools");
  }
}

package dev.belay.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S4-18, S4-19: what each endpoint has had, and how long it took")
class EndpointsTest {
  private final Simulation simulation = new Simulation(1);
  private final Endpoints endpoints = new Endpoints(simulation);

  private void request(String endpoint, int millis, boolean isError) {
    var passing = endpoints.begin(endpoint);
    simulation.runFor(Duration.ofMillis(millis));
    passing.end(isError);
  }

  @Test
  void percentilesAreTrueNearestRanks() {
    for (int millis = 1; millis <= 10; millis++) {
      request("a", millis, /* isError= */ millis == 3);
    }
    // Of ten, 95 of 100 do not exceed the tenth; a rank rounded down would be the ninth.
    assertThat(endpoints.summary(5).top())
        .containsExactly(new EndpointFigures("a", 10, 1, 0, 1, 10, 10));
  }

  @Test
  @DisplayName("Only the newest 1,024 latencies count")
  void theWindowMoves() {
    request("a", 5_000, false);
    for (int i = 0; i < EndpointWindow.LATENCIES; i++) {
      request("a", 2, false);
    }
    var figures = endpoints.summary(1).top().getFirst();
    assertThat(figures.requests()).isEqualTo(1_025);
    assertThat(figures.p99Ms()).isEqualTo(2);
  }

  @Test
  void whatRunsIsCountedAndItsPeakKept() {
    var one = endpoints.begin("a");
    var other = endpoints.begin("b");
    assertThat(endpoints.summary(5).inFlight()).isEqualTo(2);
    one.end(/* isError= */ true);
    other.end(/* isError= */ false);
    var summary = endpoints.summary(1);
    assertThat(summary.inFlight()).isZero();
    assertThat(summary.maxInFlight()).isEqualTo(2);
    assertThat(summary.errors()).isEqualTo(1);
    assertThat(summary.requests()).isEqualTo(2);
    assertThat(summary.top()).extracting(EndpointFigures::endpoint).containsExactly("a");
  }

  @Test
  @DisplayName("However many endpoints are made up, no more than 64 are kept")
  void thereIsABound() {
    for (int i = 0; i < 1_000; i++) {
      request("endpoint-" + i, 1, false);
    }
    var summary = endpoints.summary(1_000);
    assertThat(summary.top()).hasSize(Endpoints.MOST);
    assertThat(summary.top().getFirst().endpoint()).isEqualTo(Endpoints.OTHERS);
    assertThat(summary.top().getFirst().requests()).isEqualTo(937);
  }
}

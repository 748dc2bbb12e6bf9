package dev.belay.observe.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.RetiringProcess;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Whether the gateway can serve, and the one word for how it does")
class ReadinessTest {
  private static ServerFigures server(String state, int retiring) {
    var leaving = Collections.nCopies(retiring, new RetiringProcess(7, 1, "It did not obey."));
    return new ServerFigures(state, state, null, null, "stdio", 0, 0, leaving, 0, null, 0, null);
  }

  @ParameterizedTest
  @CsvSource({
    "up, ok, true",
    "idle, ok, true",
    "starting, starting, false",
    "down, degraded, false",
    "up down, degraded, true",
    "up starting, ok, true",
    "down starting, starting, false",
    "'', ok, true"
  })
  void oneServerThatServesIsEnough(String states, String status, boolean ready) {
    var servers =
        Arrays.stream(states.split(" ", -1))
            .filter(state -> !state.isEmpty())
            .map(state -> server(state, 0))
            .toList();
    assertThat(Readiness.of(servers, Breakers.none(), /* isStopping= */ false))
        .isEqualTo(new Readiness(status, ready));
    assertThat(Readiness.of(servers, Breakers.none(), /* isStopping= */ true))
        .isEqualTo(new Readiness("stopping", false));
  }

  @Test
  void whatSuffersIsDegraded() {
    var fine = List.of(server("up", 0));
    assertThat(Readiness.of(List.of(server("up", 1)), Breakers.none(), false).status())
        .isEqualTo("degraded");
    assertThat(Readiness.of(fine, _ -> new Breakers.Breaker("half_open", 50, 10), false).status())
        .isEqualTo("degraded");
    assertThat(Readiness.of(fine, _ -> new Breakers.Breaker("closed", 1, 10), false).status())
        .isEqualTo("ok");
  }
}

package dev.belay.gateway.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.lane.Lane;
import dev.belay.gateway.config.Concurrency;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("C19: what runs alone in its turn")
final class TurnLanesTest {
  private static final Lane ALONE = new Lane.Exclusive();
  private static final Lane BESIDE = new Lane.Parallel();

  @ParameterizedTest
  @ValueSource(strings = {"exec", "write", "shell__exec", "git_commit", "repo__git_push"})
  @DisplayName("S1-63: what changes a workspace, whatever its server is called")
  void listed(String tool) {
    assertThat(TurnLanes.of(tool, null, Declared.SPARES, Concurrency.PARALLEL)).isEqualTo(ALONE);
    assertThat(TurnLanes.of(tool, Concurrency.PARALLEL, Declared.DESTROYS, Concurrency.EXCLUSIVE))
        .as("but configuration has the last word")
        .isEqualTo(BESIDE);
  }

  @Test
  @DisplayName("what declares that it destroys; what declares nothing is as configured")
  void declared() {
    assertThat(TurnLanes.of("drop", null, Declared.DESTROYS, Concurrency.PARALLEL))
        .isEqualTo(ALONE);
    assertThat(TurnLanes.of("read", null, Declared.SPARES, Concurrency.EXCLUSIVE))
        .isEqualTo(BESIDE);
    assertThat(TurnLanes.of("any", null, Declared.NOTHING, Concurrency.PARALLEL)).isEqualTo(BESIDE);
    assertThat(TurnLanes.of("any", null, Declared.NOTHING, Concurrency.EXCLUSIVE)).isEqualTo(ALONE);
    assertThat(TurnLanes.of("any", Concurrency.EXCLUSIVE, Declared.SPARES, Concurrency.PARALLEL))
        .isEqualTo(ALONE);
  }
}

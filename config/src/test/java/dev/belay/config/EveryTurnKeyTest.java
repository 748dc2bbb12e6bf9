package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.turn.LoopLimits;
import dev.belay.core.turn.ToolTimeouts;
import dev.belay.core.turn.TurnRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S1-37, S1-38, C19: every key of agents and turns maps")
class EveryTurnKeyTest {
  @TempDir Path directory;

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                agents:
                  defaults:
                    toolTimeouts:
                      defaultMs: 90000
                      overrides:
                        exec: 30000
                        files__read: 5000
                turns:
                  limit: 10m
                  unannotated: exclusive
                  loops:
                    window: 20
                    warn_at: 4
                    halt_at: 0
                    warn_errors: 5
                    halt_errors: 9
                    longest_cycle: 3
                """);
    assertThat(scene.settings().turns())
        .isEqualTo(
            new TurnSettings(
                Duration.ofSeconds(90),
                Map.of("exec", Duration.ofSeconds(30), "files__read", Duration.ofSeconds(5)),
                Duration.ofMinutes(10),
                Concurrency.EXCLUSIVE,
                new TurnSettings.Loops(20, 4, 0, 5, 9, 3)));
    assertThat(scene.origins())
        .containsEntry("agents.defaults.toolTimeouts.defaultMs", "90000 belay.yaml:4")
        .containsEntry("agents.defaults.toolTimeouts.overrides.exec", "30000 belay.yaml:6")
        .containsEntry("turns.limit", "600 belay.yaml:9")
        .containsEntry("turns.loops.halt_at", "0 belay.yaml:14")
        .containsEntry("turns.loops.longest_cycle", "3 belay.yaml:17");
  }

  @Test
  void allButSingleToolsMapFromTheEnvironment() {
    assertThat(
            new Scene(directory)
                .environment("BELAY_AGENTS_DEFAULTS_TOOLTIMEOUTS_DEFAULTMS", "7000")
                .environment("BELAY_TURNS_LIMIT", "0")
                .environment("BELAY_TURNS_UNANNOTATED", "exclusive")
                .environment("BELAY_TURNS_LOOPS_HALT_AT", "7")
                .settings()
                .turns())
        .isEqualTo(
            new TurnSettings(
                Duration.ofSeconds(7),
                Map.of(),
                Duration.ZERO,
                Concurrency.EXCLUSIVE,
                new TurnSettings.Loops(12, 3, 7, 4, 8, 10)));
  }

  @Test
  void theDefaultsAreTheCores() {
    var defaults = TurnSettings.defaults();
    assertThat(defaults.silence()).isEqualTo(ToolTimeouts.DEFAULT.silence());
    assertThat(defaults.limit()).isEqualTo(TurnRequest.LIMIT);
    assertThat(defaults.loops().limits()).isEqualTo(LoopLimits.DEFAULT);
    assertThat(defaults.toolTimeouts(McpSettings.defaults())).isEqualTo(ToolTimeouts.DEFAULT);
  }

  @Test
  @DisplayName("C6: negative is none, with a warning; what is wrong is said")
  void whatIsWrongIsSaid() {
    assertThat(
            new Scene(directory)
                .yaml(
                    "agents: { defaults: { toolTimeouts: { defaultMs: 2m, overrides: { exec: x },"
                        + " other: 1 }, more: 1 }, others: 1 }\n"
                        + "turns: { unannotated: never, loops: { halt_att: 3, window: x } }")
                .errors())
        .anyMatch(error -> error.contains("toolTimeouts.defaultMs: expected milliseconds"))
        .anyMatch(error -> error.contains("overrides.exec: expected milliseconds"))
        .anyMatch(error -> error.contains("toolTimeouts.other: unknown key"))
        .anyMatch(error -> error.contains("agents.defaults.more: unknown key"))
        .anyMatch(error -> error.contains("agents.others: expected a mapping"))
        .anyMatch(error -> error.contains("turns.unannotated"))
        .anyMatch(error -> error.contains("did you mean turns.loops.halt_at?"))
        .anyMatch(error -> error.contains("turns.loops.window: expected"));
    assertThat(
            new Scene(directory)
                .yaml("agents: { defaults: { toolTimeouts: { defaultMs: -5 } } }")
                .settings()
                .turns()
                .silence())
        .isZero();
  }
}

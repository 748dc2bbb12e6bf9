package dev.belay.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

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
                """);
    assertThat(scene.settings().turns())
        .isEqualTo(
            new TurnSettings(
                Duration.ofSeconds(90),
                Map.of("exec", Duration.ofSeconds(30), "files__read", Duration.ofSeconds(5)),
                Duration.ofMinutes(10),
                Concurrency.EXCLUSIVE));
    assertThat(scene.origins())
        .containsEntry("agents.defaults.toolTimeouts.defaultMs", "90000 belay.yaml:4")
        .containsEntry("agents.defaults.toolTimeouts.overrides.exec", "30000 belay.yaml:6")
        .containsEntry("turns.limit", "600 belay.yaml:9");
  }

  @Test
  void allButSingleToolsMapFromTheEnvironment() {
    assertThat(
            new Scene(directory)
                .environment("BELAY_AGENTS_DEFAULTS_TOOLTIMEOUTS_DEFAULTMS", "7000")
                .environment("BELAY_TURNS_LIMIT", "0")
                .environment("BELAY_TURNS_UNANNOTATED", "exclusive")
                .settings()
                .turns())
        .isEqualTo(
            new TurnSettings(
                Duration.ofSeconds(7), Map.of(), Duration.ZERO, Concurrency.EXCLUSIVE));
  }

  @Test
  void theDefaultsAreTheCores() {
    var defaults = TurnSettings.defaults();
    assertThat(defaults.silence()).isEqualTo(ToolTimeouts.DEFAULT.silence());
    assertThat(defaults.limit()).isEqualTo(TurnRequest.LIMIT);
    assertThat(defaults.toolTimeouts(McpSettings.defaults())).isEqualTo(ToolTimeouts.DEFAULT);
  }

  @Test
  @DisplayName("C6: negative is none, with a warning; what is wrong is said")
  void whatIsWrongIsSaid() {
    assertThat(
            new Scene(directory)
                .yaml(
                    "agents: { defaults: { toolTimeouts: { defaultMs: 2m, overrides: { exec: x },"
                        + " other: 1 }, more: 1 }, others: 1 }\nturns: { unannotated: never }")
                .errors())
        .anyMatch(error -> error.contains("toolTimeouts.defaultMs: expected milliseconds"))
        .anyMatch(error -> error.contains("overrides.exec: expected milliseconds"))
        .anyMatch(error -> error.contains("toolTimeouts.other: unknown key"))
        .anyMatch(error -> error.contains("agents.defaults.more: unknown key"))
        .anyMatch(error -> error.contains("agents.others: expected a mapping"))
        .anyMatch(error -> error.contains("turns.unannotated"));
    assertThat(
            new Scene(directory)
                .yaml("agents: { defaults: { toolTimeouts: { defaultMs: -5 } } }")
                .settings()
                .turns()
                .silence())
        .isZero();
  }
}

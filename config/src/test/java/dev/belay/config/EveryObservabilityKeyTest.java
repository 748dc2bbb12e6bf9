package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.AuditSettings.AuditArguments;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Every key of observability and audit maps, from every source that may set it")
class EveryObservabilityKeyTest {
  @TempDir Path directory;

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                observability:
                  pressure_log_interval: 7
                  tools_stats_log_interval: 0
                audit:
                  file: audit.jsonl
                  arguments: redacted
                  fsync: true
                  max_file_bytes: 1 MiB
                  max_files: 3
                """);
    assertThat(scene.settings().observability())
        .isEqualTo(
            new ObservabilitySettings(
                Duration.ofSeconds(7),
                Duration.ZERO,
                new AuditSettings(
                    Path.of("audit.jsonl"), AuditArguments.REDACTED, true, 1_048_576, 3)));
    assertThat(scene.origins())
        .containsEntry("observability.pressure_log_interval", "7 belay.yaml:2")
        .containsEntry("audit.file", "audit.jsonl belay.yaml:5")
        .containsEntry("audit.fsync", "true belay.yaml:7");
  }

  @Test
  void allButTheFileMapFromTheEnvironment() {
    var settings =
        new Scene(directory)
            .environment("BELAY_OBSERVABILITY_PRESSURE_LOG_INTERVAL", "7")
            .environment("BELAY_OBSERVABILITY_TOOLS_STATS_LOG_INTERVAL", "8")
            .environment("BELAY_AUDIT_ARGUMENTS", "none")
            .environment("BELAY_AUDIT_FSYNC", "true")
            .environment("BELAY_AUDIT_MAX_FILE_BYTES", "2048")
            .environment("BELAY_AUDIT_MAX_FILES", "2")
            .settings();
    assertThat(settings.observability())
        .isEqualTo(
            new ObservabilitySettings(
                Duration.ofSeconds(7),
                Duration.ofSeconds(8),
                new AuditSettings(null, AuditArguments.NONE, true, 2_048, 2)));
  }

  @Test
  void whatIsWrongIsSaid() {
    assertThat(new Scene(directory).yaml("audit: { fsync: yes, max_files: 0, path: x }").errors())
        .anyMatch(error -> error.contains("audit.fsync") && error.contains("true or false"))
        .anyMatch(error -> error.contains("audit.max_files") && error.contains("from 1 to 1000"))
        .anyMatch(error -> error.contains("audit.path") && error.contains("unknown key"));
  }
}

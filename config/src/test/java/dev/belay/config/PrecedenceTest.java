package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrecedenceTest {
  private static final int SOURCES = 3;

  @TempDir Path directory;

  @Test
  @DisplayName("flags > environment > file > defaults, for every set of them that is there")
  void theStrongestSourceThatSetsAKeyWins() {
    for (var present = 0; present < 1 << SOURCES; present++) {
      var scene = new Scene(directory).yaml("mcp: {}\n");
      var expected = "1800 default";
      if ((present & 1) != 0) {
        scene.yaml("mcp:\n  timeout: 11\n");
        expected = "11 belay.yaml:2";
      }
      if ((present & 2) != 0) {
        scene.environment("BELAY_MCP_TIMEOUT", "12");
        expected = "12 BELAY_MCP_TIMEOUT";
      }
      if ((present & 4) != 0) {
        scene.flag("--timeout", "mcp.timeout", "13");
        expected = "13 --timeout";
      }
      assertThat(scene.origins()).as("sources %d", present).containsEntry("mcp.timeout", expected);
    }
  }

  @Test
  @DisplayName("tools glob > server > mcp, key by key, for every set of them that is there")
  void theNarrowestLayerThatSetsALimitWins() {
    for (var present = 0; present < 1 << SOURCES; present++) {
      var global = (present & 1) != 0 ? "timeout: 100, idle_timeout: 50" : "";
      var server = (present & 2) != 0 ? ", timeout: 200" : "";
      var tool = (present & 4) != 0 ? "timeout: 300" : "";
      var limits =
          new Scene(directory)
              .yaml(
                  """
                  mcp: { %s }
                  mcpServers: { files: { command: x%s } }
                  tools: { "read*": { %s } }
                  """
                      .formatted(global, server, tool))
              .settings()
              .limits("files", "read_file");
      var expected =
          (present & 4) != 0 ? 300 : (present & 2) != 0 ? 200 : (present & 1) != 0 ? 100 : 1800;
      assertThat(limits.timeout().value()).as("layers %d", present).hasSeconds(expected);
      // Set in one layer only, so the others' timeout must not remove it.
      assertThat(limits.idleTimeout().value())
          .as("layers %d", present)
          .hasSeconds((present & 1) != 0 ? 50 : expected > 300 ? 300 : 0);
    }
  }
}

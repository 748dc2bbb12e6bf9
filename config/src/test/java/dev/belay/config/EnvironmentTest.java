package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The settings that Belay reads from its environment. */
class EnvironmentTest {
  @TempDir Path directory;

  @Test
  @DisplayName("S4-12: the list of an agent's tools has a variable of an older name")
  void anOlderNameSetsTheSameKey() {
    var older = "OMNI_AGENT_MCP_LIST_TOOLS_CACHE_TTL_MS";
    var scene = new Scene(directory).environment(older, "250");
    assertThat(scene.settings().listing().agentListTtl()).hasMillis(250);
    assertThat(scene.warnings()).isEmpty();
    scene.environment("BELAY_MCP_AGENT_LIST_TOOLS_CACHE_TTL_MS", "40");
    assertThat(scene.settings().listing().agentListTtl()).hasMillis(40);
  }

  @Test
  void anEmptyVariableSetsNothing() {
    var scene = new Scene(directory).environment("BELAY_MCP_TIMEOUT", "");
    assertThat(scene.settings()).isEqualTo(Settings.defaults());
    assertThat(scene.warnings()).isEmpty();
  }
}

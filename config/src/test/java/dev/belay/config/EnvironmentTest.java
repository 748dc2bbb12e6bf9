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
  void aVariableThatNamesNoKeyIsAWarningWithTheNearest() {
    assertThat(
            new Scene(directory)
                .environment("BELAY_MCP_TIMEUOT", "5")
                .environment("BELAY_ZZZ", "5")
                .environment("BELAY_ROPE_1_2", "outer")
                .environment("BELAY_HOME", "/opt/belay")
                .environment("BELAY_JAVA_OPTS", "-Xmx1g")
                .environment("BELAYED", "1")
                .warnings())
        .containsExactly(
            "BELAY_MCP_TIMEUOT: names no key and is ignored; did you mean BELAY_MCP_TIMEOUT?",
            "BELAY_ZZZ: names no key and is ignored");
  }

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

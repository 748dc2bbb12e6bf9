package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Agents as seen by a command that only runs a server")
class InheritedAgentsTest {
  private static final String ALL =
      """
      models:
        claude: { provider: anthropic, model: m, api_key: "${A_KEY}" }
        script: { provider: scripted }
      agents:
        defaults: { toolTimeouts: { defaultMs: 1000 }, model: claude, max_tool_loops: 20 }
        researcher: { model: claude }
      """;

  @TempDir Path directory;

  private Scene all() {
    return new Scene(directory).yaml(ALL).environment("A_KEY", "sk-secret");
  }

  @Test
  @DisplayName("it needs no keys of models, and no text shows one")
  void wrapDoesWithoutModels() {
    var scene = new Scene(directory).yaml(ALL).wrap().withoutAgents();
    assertThat(scene.settings().agents()).isEqualTo(AgentsSettings.defaults());
    assertThat(scene.settings().turns().silence()).isEqualTo(Duration.ofSeconds(1));
    var agents = all().settings().agents();
    assertThat(all().wrap().settings().agents()).isEqualTo(agents);
    assertThat(agents.toString()).contains("researcher").doesNotContain("sk-secret");
  }
}

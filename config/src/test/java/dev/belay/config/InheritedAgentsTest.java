package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S1-1: what agents inherit, and what there is without any")
class InheritedAgentsTest {
  private static final String ALL =
      """
      models:
        claude: { provider: anthropic, model: m, api_key: "${A_KEY}" }
        script: { provider: scripted }
      agents:
        defaults: { toolTimeouts: { defaultMs: 1000 }, model: claude, max_tool_loops: 20 }
        researcher: { model: claude }
        writer: {}
      """;

  @TempDir Path directory;

  private Scene all() {
    return new Scene(directory).yaml(ALL).environment("A_KEY", "sk-secret");
  }

  @Test
  void anAgentInheritsWhatTheEnvironmentSets() {
    var agents =
        all()
            .environment("BELAY_AGENTS_DEFAULTS_MODEL", "script")
            .environment("BELAY_AGENTS_RESEARCHER_MAX_TOOL_LOOPS", "7")
            .environment("BELAY_MODELS_CLAUDE_API_KEY", "other")
            .settings()
            .agents();
    assertThat(agents.agent("writer").orElseThrow().model()).isEqualTo("script");
    assertThat(agents.agent("researcher").orElseThrow().maxToolLoops()).isEqualTo(7);
    assertThat(agents.toString()).doesNotContain("sk-secret");
    assertThat(agents.model("claude").orElseThrow().apiKey()).isEqualTo("sk-secret");
  }

  @Test
  void whereNothingIsSaidThereIsOneAgent() {
    assertThat(new Scene(directory).settings().agents()).isEqualTo(AgentsSettings.defaults());
    assertThat(
            new Scene(directory)
                .yaml(
                    "models: { local: "
                        + "{ provider: ollama, model: qwen3,"
                        + " base_url: \"http://127.0.0.1:11434\" }, b: { provider: scripted } }")
                .settings()
                .agents()
                .agents())
        .containsExactly(new AgentSettings("main", "local", "", List.of(), 200));
    assertThat(
            new Scene(directory)
                .yaml("agents: { defaults: { instructions: Be brief. }, ann: {} }")
                .settings()
                .agents())
        .isEqualTo(
            new AgentsSettings(
                List.of(new AgentSettings("ann", "demo", "Be brief.", List.of(), 200)),
                List.of(ModelSettings.DEMO)));
  }

  @Test
  @DisplayName("who only runs a server needs no keys of models")
  void wrapDoesWithoutModels() {
    var scene = new Scene(directory).yaml(ALL).wrap().withoutAgents();
    assertThat(scene.settings().agents()).isEqualTo(AgentsSettings.defaults());
    assertThat(scene.settings().turns().silence()).isEqualTo(Duration.ofSeconds(1));
    assertThat(all().wrap().settings().agents()).isEqualTo(all().settings().agents());
  }
}

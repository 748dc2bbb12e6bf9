package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
    "S1-1, C6: every key of models and agents maps, with its origin, and without its secrets")
class EveryAgentKeyTest {
  private static final String ALL =
      """
      models:
        claude:
          provider: anthropic
          model: claude-sonnet-4-5
          api_key: "${A_KEY}"
          base_url: "http://127.0.0.1:4001/?key=${A_KEY}"
          max_tokens: 4096
          idle_timeout: 2m
          max_attempts: 5
        local: { provider: ollama, model: qwen3, base_url: "http://127.0.0.1:11434" }
        script: { provider: scripted, script: demo.yaml }
      agents:
        defaults:
          toolTimeouts: { defaultMs: 1000 }
          model: local
          max_tool_loops: 20
          instructions: Be brief.
        researcher:
          model: claude
          instructions: |
            Look it up; say ${WHERE}.
            Then answer.
          tools: ["docs__*", web_search]
          max_tool_loops: 50
        writer: {}
      """;

  private static final ModelSettings LOCAL =
      new ModelSettings(
          "local",
          ModelSettings.Provider.OLLAMA,
          "qwen3",
          "http://127.0.0.1:11434",
          null,
          null,
          8192,
          Duration.ofSeconds(120),
          3);

  @TempDir Path directory;

  private Scene all() {
    var scene = new Scene(directory).yaml(ALL).environment("A_KEY", "sk-secret");
    scene.write("demo.yaml", "- say: hello");
    return scene;
  }

  @Test
  void everyKeyMapsFromTheFile() {
    var agents = all().settings().agents();
    assertThat(agents.models())
        .containsExactly(
            new ModelSettings(
                "claude",
                ModelSettings.Provider.ANTHROPIC,
                "claude-sonnet-4-5",
                "http://127.0.0.1:4001/?key=sk-secret",
                "sk-secret",
                null,
                4096,
                Duration.ofMinutes(2),
                5),
            LOCAL,
            new ModelSettings(
                "script",
                ModelSettings.Provider.SCRIPTED,
                "",
                null,
                null,
                directory.resolve("demo.yaml"),
                8192,
                Duration.ofSeconds(120),
                3));
    assertThat(agents.agents())
        .containsExactly(
            new AgentSettings(
                "researcher",
                "claude",
                "Look it up; say ${WHERE}.\nThen answer.\n",
                List.of("docs__*", "web_search"),
                50),
            new AgentSettings("writer", "local", "Be brief.", List.of(), 20));
  }

  @Test
  void everyValueIsShownWithItsOriginAndNoSecretIs() {
    var origins = all().origins();
    assertThat(origins)
        .containsEntry("models.claude.provider", "anthropic belay.yaml:3")
        .containsEntry("models.claude.api_key", "(hidden, with ${A_KEY}) belay.yaml:5")
        .containsEntry("models.claude.base_url", "http://127.0.0.1:4001/?(hidden) belay.yaml:6")
        .containsEntry("models.claude.idle_timeout", "120 belay.yaml:8")
        .containsEntry("models.local.max_tokens", "8192 default")
        .containsEntry("models.script.script", directory.resolve("demo.yaml") + " belay.yaml:11")
        .containsEntry(
            "agents.researcher.instructions",
            "Look it up; say ${WHERE}. Then answer. belay.yaml:20")
        .containsEntry("agents.researcher.tools", "[docs__*, web_search] belay.yaml:23")
        .containsEntry("agents.writer.model", "local belay.yaml:15")
        .containsEntry("agents.writer.max_tool_loops", "20 belay.yaml:16");
    assertThat(origins.values()).noneMatch(value -> value.contains("sk-secret"));
    assertThat(all().settings().agents().toString()).doesNotContain("sk-secret");
  }

  @Test
  void theEnvironmentSetsWhatIsNoPlaceAndNoSecret() {
    var agents =
        all()
            .environment("BELAY_AGENTS_DEFAULTS_MODEL", "script")
            .environment("BELAY_AGENTS_RESEARCHER_MAX_TOOL_LOOPS", "7")
            .environment("BELAY_MODELS_CLAUDE_MAX_ATTEMPTS", "1")
            .environment("BELAY_MODELS_CLAUDE_API_KEY", "other")
            .settings()
            .agents();
    assertThat(agents.agent("writer").orElseThrow().model()).isEqualTo("script");
    assertThat(agents.agent("researcher").orElseThrow().maxToolLoops()).isEqualTo(7);
    assertThat(agents.model("claude").orElseThrow().maxAttempts()).isOne();
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
  void anAddressThatIsNoneIsToldWithOneOfAModel() {
    assertThat(
            new Scene(directory)
                .yaml("models: { a: { provider: ollama, model: m, base_url: localhost } }")
                .errors())
        .containsExactly(
            "belay.yaml:1:44: models.a.base_url: expected an address such as"
                + " http://127.0.0.1:11434");
  }

  @Test
  @DisplayName("J20: all that is wrong is told at once, with its place and the nearest key")
  void whatIsWrongIsTold() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    models:
                      a: { provider: anthropc, model: m }
                      b: { model: m }
                      c: { provider: openai, api_key: "${NO_KEY}" }
                      d: { provider: scripted, model: m, script: gone.yaml, api_key: sk-secret }
                      e: { provider: ollama, model: m, script: s.yaml, max_token: 5 }
                      f: { provider: openai, model: m, api_key: "sk-se\\ncret" }
                      g: { provider: openai, model: m, base_url: "http://me:sk-secret@h/" }
                    agents:
                      defaults: { model: z, max_tool_loop: 5 }
                      x: { model: y, tools: [], max_tool_loops: 0 }
                      "": {}
                    """)
                .errors())
        .containsExactlyInAnyOrder(
            "belay.yaml:2:8: models.a.provider: expected one of anthropic, openai, ollama,"
                + " scripted, found 'anthropc'",
            "belay.yaml:3:3: models.b: needs a provider: anthropic, openai, ollama or scripted",
            "belay.yaml:4:35: models.c.api_key: the environment variable NO_KEY is not set",
            "belay.yaml:4:3: models.c: needs a model: what openai calls it",
            "belay.yaml:5:28: models.d.model: is for models that a provider answers for, not for"
                + " scripted ones",
            "belay.yaml:5:57: models.d.api_key: is for models that a provider answers for, not for"
                + " scripted ones",
            "belay.yaml:5:38: models.d.script: there is no such file that can be read, beside this"
                + " one: gone.yaml",
            "belay.yaml:6:36: models.e.script: is for models with provider: scripted",
            "belay.yaml:6:52: models.e.max_token: unknown key; did you mean models.e.max_tokens?",
            "belay.yaml:7:3: models.f.api_key: holds a line break, which would begin a header of"
                + " its own",
            "belay.yaml:8:36: models.g.base_url: holds a user; put it into headers, as"
                + " Authorization",
            "belay.yaml:10:15: agents.defaults.model: there is no model 'z'; there are a, b, c, d,"
                + " e, f, g",
            "belay.yaml:10:25: agents.defaults.max_tool_loop: unknown key; did you mean"
                + " agents.defaults.max_tool_loops?",
            "belay.yaml:11:8: agents.x.model: there is no model 'y'; there are a, b, c, d, e, f, g",
            "belay.yaml:11:18: agents.x.tools: is empty; leave it out, or write \"*\"",
            "belay.yaml:11:29: agents.x.max_tool_loops: expected a number from 1 to 10000, found"
                + " '0'",
            "belay.yaml:12:3: agents.: an agent needs a name");
  }

  @Test
  void aModelWithoutAKeyIsToldOfWhereItsProviderAsksForOne() {
    var scene = new Scene(directory).yaml("models: { a: { provider: anthropic, model: m } }");
    assertThat(scene.settings().agents().models()).hasSize(1);
    assertThat(scene.warnings())
        .containsExactly(
            "belay.yaml:1:11: models.a: has no api_key, and anthropic does not answer without one");
  }

  @Test
  @DisplayName("who only runs a server needs no keys of models")
  void wrapDoesWithoutModels() {
    var scene = new Scene(directory).yaml(ALL).wrap().withoutAgents();
    assertThat(scene.settings().agents()).isEqualTo(AgentsSettings.defaults());
    assertThat(scene.settings().turns().silence()).isEqualTo(Duration.ofSeconds(1));
    assertThat(all().wrap().settings().agents()).isEqualTo(all().settings().agents());
  }

  @Test
  @DisplayName("S1-104: what changes of models and agents holds without a new start")
  void whatChangesHoldsAtOnce() {
    var before = all().settings();
    var now = new Scene(directory).yaml("models: { b: { provider: scripted } }").settings();
    assertThat(before.fromNextStart(now)).isEmpty();
    assertThat(now.agents()).isNotEqualTo(before.agents());
  }
}

package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ListingSettings.Compaction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("What clients see of tools maps, from every source that may set it")
class ListingKeysTest {
  @TempDir Path directory;

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcp:
                  on_change: refuse
                  tools_list:
                    description_max_chars: 200
                    max_in_flight: 64
                    cache_ttl_ms: 250
                    wait_ms: 3000
                    compact: none
                access:
                  rules:
                    - { principals: [ci-*, bot], allow: ["files__*"], deny: ["files__write_*"] }
                    - principals: ["*"]
                mcpServers:
                  files:
                    command: npx
                    on_change: ask
                    tools: { allow: [read_*], deny: [read_all] }
                  docs: { command: docs-server }
                """);
    var settings = scene.settings();
    assertThat(settings.listing())
        .isEqualTo(
            new ListingSettings(
                new ListingSettings.Lists(
                    200, 64, Duration.ofMillis(250), Duration.ofMillis(3000), Compaction.NONE),
                OnChange.REFUSE,
                List.of(
                    new AccessRule(
                        List.of(new Glob("ci-*"), new Glob("bot")),
                        new ToolAccess(
                            List.of(new Glob("files__*")), List.of(new Glob("files__write_*")))),
                    new AccessRule(List.of(new Glob("*")), ToolAccess.OPEN)),
                Duration.ofMillis(1000)));
    assertThat(scene.server("files").tools())
        .isEqualTo(new ToolAccess(List.of(new Glob("read_*")), List.of(new Glob("read_all"))));
    assertThat(settings.onChange("files")).isEqualTo(OnChange.ASK);
    assertThat(settings.onChange("docs")).isEqualTo(OnChange.REFUSE);
    assertThat(scene.origins())
        .containsEntry("mcp.on_change", "refuse belay.yaml:2")
        .containsEntry("mcp.tools_list.description_max_chars", "200 belay.yaml:4")
        .containsEntry("mcp.tools_list.max_in_flight", "64 belay.yaml:5")
        .containsEntry("mcp.tools_list.cache_ttl_ms", "250 belay.yaml:6")
        .containsEntry("mcp.tools_list.wait_ms", "3000 belay.yaml:7")
        .containsEntry("mcp.tools_list.compact", "none belay.yaml:8")
        .containsEntry(
            "access.rules[0]",
            "principals [ci-*, bot], allow [files__*], deny [files__write_*] belay.yaml:11")
        .containsEntry("access.rules[1]", "principals [*] belay.yaml:12")
        .containsEntry("mcpServers.files.on_change", "ask belay.yaml:16")
        .containsEntry("mcpServers.files.tools", "allow [read_*], deny [read_all] belay.yaml:17");
  }

  @Test
  void everyKeyMapsFromTheEnvironment() {
    var scene =
        new Scene(directory)
            .yaml("mcpServers: { my-docs: { command: docs-server } }")
            .environment("BELAY_MCP_ON_CHANGE", "ask")
            .environment("BELAY_MCP_AGENT_LIST_TOOLS_CACHE_TTL_MS", "250")
            .environment("BELAY_MCP_TOOLS_LIST_DESCRIPTION_MAX_CHARS", "200")
            .environment("BELAY_MCP_TOOLS_LIST_MAX_IN_FLIGHT", "64")
            .environment("BELAY_MCP_TOOLS_LIST_CACHE_TTL_MS", "0")
            .environment("BELAY_MCP_TOOLS_LIST_WAIT_MS", "0")
            .environment("BELAY_MCP_TOOLS_LIST_COMPACT", "all")
            .environment("BELAY_MCPSERVERS_MY_DOCS_ON_CHANGE", "refuse");
    assertThat(scene.settings().listing())
        .isEqualTo(
            new ListingSettings(
                new ListingSettings.Lists(200, 64, Duration.ZERO, Duration.ZERO, Compaction.ALL),
                OnChange.ASK,
                List.of(),
                Duration.ofMillis(250)));
    assertThat(scene.settings().onChange("my-docs")).isEqualTo(OnChange.REFUSE);
    assertThat(scene.warnings()).isEmpty();
  }

  @ParameterizedTest
  @DisplayName("S4-8, S4-10: a number out of bounds is brought within them, and that is said")
  @CsvSource({
    "max_in_flight, 9999, 512",
    "max_in_flight, -5, 1",
    "description_max_chars, 79, 80",
    "description_max_chars, 501, 500"
  })
  void numbersAreClamped(String key, String given, String taken) {
    var scene = new Scene(directory).yaml("mcp: { tools_list: { " + key + ": " + given + " } }");
    var path = "mcp.tools_list." + key;
    assertThat(scene.origins()).containsEntry(path, taken + " belay.yaml:1");
    assertThat(scene.warnings())
        .singleElement()
        .asString()
        .endsWith(": " + path + ": " + given + " is taken as " + taken);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mcp: { tools_list: { max_in_flight: many } }"
            + "|mcp.tools_list.max_in_flight: expected a number from 1 to 512, found 'many'",
        "mcp: { tools_list: { compact: yes } }"
            + "|mcp.tools_list.compact: expected one of native, all, none, found 'yes'",
        "mcp: { tools_list: { compct: true } }"
            + "|mcp.tools_list.compct: unknown key; did you mean mcp.tools_list.compact?",
        "mcp: { on_change: maybe }"
            + "|mcp.on_change: expected one of allow, ask, refuse, found 'maybe'",
        "access: { rule: [] }|access.rule: unknown key; did you mean access.rules?",
        "access: { rules: x }|access.rules: expected a list of rules",
        "access: { rules: [ { allow: [x] } ] }"
            + "|access.rules[0].principals: a rule needs the principals that it applies to",
        "access: { rules: [ { principals: [a], alow: [x] } ] }"
            + "|access.rules[0].alow: unknown key; did you mean access.rules[0].allow?",
        "access: { rules: [ { principals: [a], allow: [] } ] }"
            + "|access.rules[0].allow: is empty; leave it out, or write \"*\"",
        "mcpServers: { a: { command: b, tools: { deny: c } } }"
            + "|mcpServers.a.tools.deny: expected a list of texts, found 'c'"
      })
  void whatIsWrongIsSaid(String yaml, String error) {
    assertThat(new Scene(directory).yaml(yaml).errors())
        .singleElement()
        .asString()
        .endsWith(": " + error);
  }
}

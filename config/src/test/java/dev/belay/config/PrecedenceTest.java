package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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

  @Test
  @DisplayName("a limit of the command line holds for every tool, whatever globs of files say")
  void aTypedLimitWinsOverGlobs() {
    var scene =
        new Scene(directory)
            .wrap()
            .yaml("tools: { \"slow*\": { timeout: 6, idle_timeout: 1 } }\n")
            .wrapFlag("--timeout", "timeout", "2");
    var limits = scene.settings().limits("files", "slow_one");
    assertThat(limits.timeout().value()).hasSeconds(2);
    assertThat(limits.timeout().lever()).isEqualTo("--timeout");
    assertThat(limits.idleTimeout().value()).as("not typed").hasSeconds(1);
    assertThat(scene.origins()).containsEntry("tools.\"slow*\".timeout", "2 --timeout");
    assertThat(scene.warnings()).isEmpty();
  }

  @Test
  void aDefaultThatCouldNeverEndACallIsShownAsOffWithTheReason() {
    assertThat(new Scene(directory).yaml("mcp: { timeout: 60 }").origins())
        .containsEntry("mcp.idle_timeout", "0 default, off since the timeout comes first");
    assertThat(new Scene(directory).yaml("mcp: {}").origins())
        .containsEntry("mcp.idle_timeout", "300 default");
  }

  @Test
  @DisplayName("a limit typed for all servers holds over their own and over globs")
  void aTypedLimitForAllServersWinsOverServersAndGlobs() {
    var settings =
        new Scene(directory)
            .yaml(
                """
                mcpServers: { a: { command: x, timeout: 20 }, b: { command: y } }
                tools: { "slow*": { timeout: 6 } }
                """)
            .flag("--timeout", "mcp.timeout", "2")
            .settings();
    assertThat(settings.limits("a", "quick").timeout().value()).hasSeconds(2);
    assertThat(settings.limits("b", "slow").timeout().value()).hasSeconds(2);
  }

  @Test
  @DisplayName(
      "Of approvals the most specific glob of tools that names the client counts, then that of"
          + " clients")
  void approvalsByClient() {
    var settings =
        new Scene(directory)
            .yaml(
                """
                tools:
                  "*": { approval: person, approvers: 2 }
                  "files__*":
                    approval_reason: by name
                    approval_clients: { "c*": ask, "cursor": allow, "?ursor": deny, "": allow }
                  "write": { approval: deny, approval_clients: { "claude*": ask } }
                  "web__*": { approval_clients: { "claude": allow } }
                """)
            .settings();
    assertThat(approval(settings, "files", "read", "cursor")).isEqualTo("allow by name cursor");
    assertThat(approval(settings, "files", "read", "Cursor")).isEqualTo("deny by name ?ursor");
    assertThat(approval(settings, "files", "read", "curl")).isEqualTo("ask by name c*");
    assertThat(approval(settings, "files", "read", "other")).isEqualTo("person  *");
    assertThat(approval(settings, "files", "read", "")).isEqualTo("allow by name ");
    assertThat(approval(settings, "files", "read", "c".repeat(200))).isEqualTo("ask by name c*");
    assertThat(approval(settings, "files", "read", "c".repeat(201)))
        .as("a longer name counts as none")
        .isEqualTo("allow by name ");
    assertThat(approval(settings, "files", "write", "cursor")).isEqualTo("deny  *");
    assertThat(approval(settings, "files", "write", "claude-code")).isEqualTo("ask  claude*");
    assertThat(Objects.requireNonNull(settings.approval("web", "get")).find(() -> "claude"))
        .extracting(found -> found.rule().approvers())
        .as("key by key")
        .isEqualTo(2);
    assertThat(new Scene(directory).yaml("mcp: {}").settings().approval("files", "read")).isNull();
    var some = "tools: { \"*\": { approval_clients: { a: deny } } }";
    var ofSome = new Scene(directory).yaml(some).settings().approval("files", "read");
    assertThat(Objects.requireNonNull(ofSome).find(() -> "b")).isNull();
  }

  private static String approval(Settings settings, String server, String tool, String client) {
    var found = Objects.requireNonNull(settings.approval(server, tool)).find(() -> client);
    var rule = Objects.requireNonNull(found).rule();
    return "%s %s %s".formatted(Codec.word(rule.mode()), rule.reason(), found.clients().pattern());
  }

  @Test
  void theMostSpecificGlobWinsKeyByKey() {
    var settings =
        new Scene(directory)
            .yaml(
                """
                tools:
                  "*": { timeout: 1, idle_timeout: 0, concurrency: parallel, lane_key: path }
                  "read_file": { timeout: 4 }
                  "files__read_*": { timeout: 3, concurrency: exclusive, scope: upstream }
                  "read_*": { timeout: 2, idle_timeout: 1 }
                """)
            .settings();
    assertThat(settings.tools().stream().map(rule -> rule.glob().pattern()))
        .containsExactly("read_file", "files__read_*", "read_*", "*");
    var exact = settings.limits("files", "read_file");
    assertThat(exact.timeout().value()).hasSeconds(4);
    assertThat(exact.idleTimeout().value()).hasSeconds(1);
    assertThat(settings.limits("files", "read_dir").timeout().value()).hasSeconds(3);
    assertThat(settings.limits("disk", "read_dir").timeout().value()).hasSeconds(2);
    assertThat(settings.limits("disk", "write").timeout().value()).hasSeconds(1);
    assertThat(settings.lane("files", "read_file"))
        .isEqualTo(new LaneSettings(Concurrency.EXCLUSIVE, Scope.UPSTREAM, "path"));
    assertThat(settings.lane("disk", "write"))
        .isEqualTo(new LaneSettings(Concurrency.PARALLEL, Scope.TURN, "path"));
  }

  @Test
  void ofEquallySpecificGlobsTheLaterCounts() {
    var settings =
        new Scene(directory)
            .yaml("tools:\n  \"*ab\": { timeout: 1 }\n  \"ab*\": { timeout: 2 }\n")
            .settings();
    assertThat(settings.limits("s", "ab").timeout().value()).hasSeconds(2);
  }

  @Test
  @DisplayName("C6 absent inherits, 0 means none at this layer")
  void zeroAtANarrowerLayerLiftsTheWiderLimit() {
    var settings =
        new Scene(directory)
            .yaml("mcp: { timeout: 60 }\nmcpServers: { a: { command: x, timeout: 0 } }\n")
            .settings();
    assertThat(settings.limits("a", "t").timeout().isNone()).isTrue();
    assertThat(settings.limits("b", "t").timeout().value()).hasSeconds(60);
  }

  @Test
  void aServersOwnKeyStandsOverTheGlobalOne() {
    var servers =
        new Scene(directory)
            .yaml(
                """
                mcp: { startup_timeout: 5, cancel_grace: 6 }
                mcpServers:
                  a: { command: x }
                  b: { command: x, startup_timeout: 7, cancel_grace: 0 }
                """)
            .settings()
            .servers();
    assertThat(List.copyOf(servers.values()))
        .extracting(s -> s.startupTimeout().toSeconds() + " " + s.cancelGrace().toSeconds())
        .containsExactly("5 6", "7 0");
  }

  @Test
  void aNamedFileIsReadInsteadOfTheOneInTheDirectory() {
    var scene = new Scene(directory).yaml("mcp: { timeout: 1 }");
    var other = scene.write("other.yaml", "mcp: { idle_timeout: 2 }");
    assertThat(scene.file(other).settings().mcp().timeout()).hasSeconds(1800);
    assertThat(scene.origins()).containsEntry("mcp.idle_timeout", "2 " + other + ":1");
  }

  @Test
  void underWrapTheServersOfFilesDoNotCount() {
    var scene =
        new Scene(directory)
            .wrap()
            .yaml(
                """
                mcp: { timeout: 9 }
                mcpServers: { files: { command: other, args: ["${UNSET}"], timeout: 1 } }
                """);
    assertThat(scene.server("files").start())
        .isEqualTo(new Start.Command("node", List.of("server.js"), Map.of(), null));
    assertThat(scene.settings().limits("files", "t").timeout().value()).hasSeconds(9);
  }

  @Test
  void theLastOfTwoEqualFlagsCounts() {
    var settings =
        new Scene(directory)
            .wrap()
            .wrapFlag("--timeout", "timeout", "5")
            .wrapFlag("--timeout", "timeout", "6")
            .settings();
    assertThat(settings.limits("files", "t").timeout().value()).hasSeconds(6);
  }

  @Test
  void aVariableOfTheCommandLineIsAllBehindTheFirstEqualsSign() {
    var scene =
        new Scene(directory)
            .wrap()
            .wrapFlag("--env", "env", "A=b=c")
            .wrapFlag("--env", "env", "B=");
    assertThat(scene.server("files").start())
        .isEqualTo(
            new Start.Command("node", List.of("server.js"), Map.of("A", "b=c", "B", ""), null));
  }
}

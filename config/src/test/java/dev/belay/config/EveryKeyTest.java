package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.McpSettings.ErrorsMode;
import dev.belay.config.McpSettings.Prefix;
import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Settings.Row;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every key is mapped, from every source that may set it.
 *
 * <p>Longer than other files: as long as the list of keys.
 */
class EveryKeyTest {
  private static final McpSettings OTHER =
      new McpSettings(
          Duration.ofSeconds(11),
          Duration.ofSeconds(7),
          Duration.ofMillis(500),
          Duration.ofSeconds(13),
          Duration.ofSeconds(3),
          Duration.ofSeconds(17),
          2048,
          3,
          Prefix.NONE,
          ErrorsMode.JSONRPC);

  @TempDir Path directory;

  @Test
  void everyKeyOfMcpMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcp:
                  timeout: 11
                  idle_timeout: 7
                  cancel_grace: 0.5
                  startup_timeout: 13
                  keep_alive_first: 3
                  keep_alive_interval: 17
                  max_line_bytes: 2048
                  workers: 3
                  prefix: none
                  errors: { mode: jsonrpc }
                """);
    assertThat(scene.settings().mcp()).isEqualTo(OTHER);
    assertThat(scene.settings().explain())
        .startsWith(
            new Row("mcp.timeout", "11", "belay.yaml:2"),
            new Row("mcp.idle_timeout", "7", "belay.yaml:3"),
            new Row("mcp.timeout (over http)", "41", "timeout + 30 s, 0 if that is 0"),
            new Row("mcp.cancel_grace", "0.5", "belay.yaml:4"),
            new Row("mcp.startup_timeout", "13", "belay.yaml:5"),
            new Row("mcp.keep_alive_first", "3", "belay.yaml:6"),
            new Row("mcp.keep_alive_interval", "17", "belay.yaml:7"),
            new Row("mcp.max_line_bytes", "2048", "belay.yaml:8"),
            new Row("mcp.workers", "3", "belay.yaml:9"),
            new Row("mcp.prefix", "none", "belay.yaml:10"),
            new Row("mcp.errors.mode", "jsonrpc", "belay.yaml:11"));
  }

  @Test
  void everyKeyOfMcpMapsFromTheEnvironment() {
    var scene =
        new Scene(directory)
            .environment("BELAY_MCP_TIMEOUT", "11")
            .environment("BELAY_MCP_IDLE_TIMEOUT", "7")
            .environment("BELAY_MCP_CANCEL_GRACE", "500ms")
            .environment("BELAY_MCP_STARTUP_TIMEOUT", "13")
            .environment("BELAY_MCP_KEEP_ALIVE_FIRST", "3")
            .environment("BELAY_MCP_KEEP_ALIVE_INTERVAL", "17")
            .environment("BELAY_MCP_MAX_LINE_BYTES", "2 KiB")
            .environment("BELAY_MCP_WORKERS", "3")
            .environment("BELAY_MCP_PREFIX", "none")
            .environment("BELAY_MCP_ERRORS_MODE", "jsonrpc");
    assertThat(scene.settings().mcp()).isEqualTo(OTHER);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins())
        .containsEntry("mcp.keep_alive_first", "3 BELAY_MCP_KEEP_ALIVE_FIRST");
  }

  @Test
  void everyKeyOfMcpMapsFromAFlag() {
    var scene =
        new Scene(directory)
            .flag("--a", "mcp.timeout", "11")
            .flag("--b", "mcp.idle_timeout", "7")
            .flag("--c", "mcp.cancel_grace", "0.5s")
            .flag("--d", "mcp.startup_timeout", "13")
            .flag("--e", "mcp.keep_alive_first", "3")
            .flag("--f", "mcp.keep_alive_interval", "17")
            .flag("--g", "mcp.max_line_bytes", "2048")
            .flag("--w", "mcp.workers", "3")
            .flag("--h", "mcp.prefix", "none");
    assertThat(scene.settings().mcp())
        .usingRecursiveComparison()
        .ignoringFields("errors")
        .isEqualTo(OTHER);
    assertThat(scene.origins()).containsEntry("mcp.cancel_grace", "0.5 --c");
  }

  @Test
  void everyKeyOfAServerMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .environment("DOCS_TOKEN", "s3cret")
            .yaml(
                """
                mcpServers:
                  docs:
                    command: npx
                    args: [-y, server, 8080, "${DOCS_TOKEN}"]
                    env: { TOKEN: "${DOCS_TOKEN}", PORT: 80 }
                    cwd: /srv
                    timeout: 11
                    idle_timeout: 7
                    startup_timeout: 13
                    cancel_grace: 0.5
                    isolation: call
                    era: legacy
                    on_ignored_cancel: tell
                    spares: 3
                """);
    assertThat(scene.settings().servers().get("docs"))
        .isEqualTo(
            new ServerSettings(
                "docs",
                new Start.Command(
                    "npx",
                    List.of("-y", "server", "8080", "s3cret"),
                    Map.of("TOKEN", "s3cret", "PORT", "80"),
                    Path.of("/srv")),
                Duration.ofSeconds(11),
                Duration.ofSeconds(7),
                Duration.ofSeconds(13),
                Duration.ofMillis(500),
                Isolation.CALL,
                EraPolicy.LEGACY,
                OnIgnoredCancel.TELL,
                3,
                null,
                ToolAccess.OPEN,
                false));
    assertThat(scene.origins())
        .containsEntry("mcpServers.docs.command", "npx belay.yaml:3")
        .containsEntry("mcpServers.docs.env.TOKEN", "${DOCS_TOKEN} belay.yaml:5")
        .containsEntry("mcpServers.docs.env.PORT", "(hidden) belay.yaml:5")
        .containsEntry("mcpServers.docs.args", "'-y' 'server' '8080' '${DOCS_TOKEN}' belay.yaml:4")
        .containsEntry("mcpServers.docs.cwd", "/srv belay.yaml:6")
        .containsEntry("mcpServers.docs.timeout", "11 belay.yaml:7")
        .containsEntry("mcpServers.docs.isolation", "call belay.yaml:11")
        .containsEntry("mcpServers.docs.era", "legacy belay.yaml:12");
  }

  @ParameterizedTest
  @CsvSource({
    "timeout, BELAY_MCPSERVERS_MY_DOCS_TIMEOUT, 11",
    "idle_timeout, BELAY_MCPSERVERS_MY_DOCS_IDLE_TIMEOUT, 7",
    "startup_timeout, BELAY_MCPSERVERS_MY_DOCS_STARTUP_TIMEOUT, 13",
    "cancel_grace, BELAY_MCPSERVERS_MY_DOCS_CANCEL_GRACE, 0.5",
    "isolation, BELAY_MCPSERVERS_MY_DOCS_ISOLATION, session",
    "era, BELAY_MCPSERVERS_MY_DOCS_ERA, modern",
    "on_ignored_cancel, BELAY_MCPSERVERS_MY_DOCS_ON_IGNORED_CANCEL, tell",
    "spares, BELAY_MCPSERVERS_MY_DOCS_SPARES, 2"
  })
  void aDeclaredServersKeyMapsFromTheEnvironment(String leaf, String variable, String value) {
    var scene =
        new Scene(directory)
            .yaml("mcpServers: { my-docs: { command: docs-server } }")
            .environment(variable, value);
    assertThat(scene.origins()).containsEntry("mcpServers.my-docs." + leaf, value + " " + variable);
    assertThat(scene.warnings()).isEmpty();
  }

  @Test
  void everyFlagOfWrapMapsToItsServer() {
    var settings =
        new Scene(directory)
            .wrap()
            .wrapFlag("--timeout", "timeout", "11")
            .wrapFlag("--idle-timeout", "idle_timeout", "7")
            .wrapFlag("--startup-timeout", "startup_timeout", "13")
            .wrapFlag("--cancel-grace", "cancel_grace", "0.5")
            .wrapFlag("--isolation", "isolation", "session")
            .wrapFlag("--era", "era", "modern")
            .wrapFlag("--on-ignored-cancel", "on_ignored_cancel", "tell")
            .wrapFlag("--spares", "spares", "2")
            .wrapFlag("--env", "env", "A=b=c")
            .wrapFlag("--env", "env", "B=")
            .settings();
    assertThat(settings.servers().get("files"))
        .isEqualTo(
            new ServerSettings(
                "files",
                new Start.Command("node", List.of("server.js"), Map.of("A", "b=c", "B", ""), null),
                Duration.ofSeconds(11),
                Duration.ofSeconds(7),
                Duration.ofSeconds(13),
                Duration.ofMillis(500),
                Isolation.SESSION,
                EraPolicy.MODERN,
                OnIgnoredCancel.TELL,
                2,
                null,
                ToolAccess.OPEN,
                true));
  }

  @Test
  void everyKeyOfAGlobMaps() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                tools:
                  "files__write_*":
                    timeout: 11
                    idle_timeout: 7
                    concurrency: exclusive
                    scope: upstream
                    lane_key: path
                    rate_limit: 5 / s
                    job: always
                    estimate: 45
                    join: never
                    on_restart: retry
                    approval: ask
                    approval_reason: it writes
                    approvers: 2
                    approval_when: ["/path outside /srv/data", "/bytes > 1e6"]
                    approval_clients: { "cursor*": person }
                    cache_ttl: 1m
                    read_only: true
                    idempotent: false
                    retry: { max_attempts: 3, on: [crashed, tool_error] }
                """);
    assertThat(scene.settings().tools())
        .containsExactly(
            new ToolSettings(
                new Glob("files__write_*"),
                Duration.ofSeconds(11),
                Duration.ofSeconds(7),
                Concurrency.EXCLUSIVE,
                Scope.UPSTREAM,
                "path",
                new Rate(5, Duration.ofSeconds(1)),
                JobSettings.Mode.ALWAYS,
                Duration.ofSeconds(45),
                JobSettings.Join.NEVER,
                JobSettings.OnRestart.RETRY,
                new ApprovalSettings.OfGlob(
                    ApprovalSettings.Mode.ASK,
                    "it writes",
                    2,
                    List.of(
                        new ArgumentCondition("/path", ArgumentCondition.Test.OUTSIDE, "/srv/data"),
                        new ArgumentCondition("/bytes", ArgumentCondition.Test.GREATER, "1e6")),
                    Map.of(new Glob("cursor*"), ApprovalSettings.Mode.PERSON)),
                new RepeatSettings(
                    Duration.ofMinutes(1),
                    3,
                    Set.of(RetryOn.CRASHED, RetryOn.TOOL_ERROR),
                    true,
                    false)));
    assertThat(scene.origins())
        .containsEntry("tools.\"files__write_*\".timeout", "11 belay.yaml:3")
        .containsEntry("tools.\"files__write_*\".scope", "upstream belay.yaml:6")
        .containsEntry("tools.\"files__write_*\".lane_key", "path belay.yaml:7")
        .containsEntry("tools.\"files__write_*\".rate_limit", "5/1 belay.yaml:8")
        .containsEntry("tools.\"files__write_*\".job", "always belay.yaml:9")
        .containsEntry("tools.\"files__write_*\".estimate", "45 belay.yaml:10")
        .containsEntry("tools.\"files__write_*\".join", "never belay.yaml:11")
        .containsEntry("tools.\"files__write_*\".on_restart", "retry belay.yaml:12")
        .containsEntry("tools.\"files__write_*\".approval", "ask belay.yaml:13")
        .containsEntry("tools.\"files__write_*\".approval_reason", "it writes belay.yaml:14")
        .containsEntry("tools.\"files__write_*\".approvers", "2 belay.yaml:15")
        .containsEntry(
            "tools.\"files__write_*\".approval_when",
            "[/path outside /srv/data, /bytes > 1e6] belay.yaml:16")
        .containsEntry("tools.\"files__write_*\".approval_clients.cursor*", "person belay.yaml:17")
        .containsEntry("tools.\"files__write_*\".cache_ttl", "60 belay.yaml:18")
        .containsEntry("tools.\"files__write_*\".read_only", "true belay.yaml:19")
        .containsEntry("tools.\"files__write_*\".idempotent", "false belay.yaml:20")
        .containsEntry("tools.\"files__write_*\".retry.max_attempts", "3 belay.yaml:21")
        .containsEntry("tools.\"files__write_*\".retry.on", "[crashed, tool_error] belay.yaml:21");
  }

  @Test
  void everyKeyOfJobsMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcp: { handoff_after: 20, handoff_after_with_progress: 5m, task_after: 3 }
                jobs:
                  keep: 1h
                  max_open: 7
                  max_result_bytes: 64 KiB
                  store: memory
                  max_store_bytes: 1 MiB
                  drain: wait
                  join: never
                  wire: seed
                """);
    assertThat(scene.settings().jobs())
        .isEqualTo(
            new JobSettings(
                Duration.ofSeconds(20),
                Duration.ofMinutes(5),
                Duration.ofSeconds(3),
                Duration.ofHours(1),
                7,
                64 << 10,
                JobSettings.Store.MEMORY,
                1 << 20,
                JobSettings.Drain.WAIT,
                JobSettings.Join.NEVER,
                JobSettings.Wire.SEED));
    assertThat(scene.origins())
        .containsEntry("mcp.handoff_after", "20 belay.yaml:1")
        .containsEntry("jobs.keep", "3600 belay.yaml:3")
        .containsEntry("jobs.drain", "wait belay.yaml:8")
        .containsEntry("jobs.join", "never belay.yaml:9")
        .containsEntry("jobs.wire", "seed belay.yaml:10");
  }

  @Test
  void everyKeyOfApprovalMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                approval:
                  timeout: 60
                  timeout_without_progress: 20
                  job_timeout: 1h
                  self: true
                  destructive: ask
                  unannotated: deny
                  prompts_per_minute: 9
                  permission_prompt: true
                  notify:
                    url: https://hooks.example.com/services/T0/B0/secret?key=x
                    secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
                    network: private
                    arguments: false
                """);
    assertThat(scene.settings().approval())
        .isEqualTo(
            new ApprovalSettings(
                Duration.ofSeconds(60),
                Duration.ofSeconds(20),
                Duration.ofHours(1),
                true,
                ApprovalSettings.Mode.ASK,
                ApprovalSettings.Mode.DENY,
                9,
                true,
                new NotifySettings(
                    new NotifySettings.Recipient.Webhook(
                        URI.create("https://hooks.example.com/services/T0/B0/secret?key=x"),
                        "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                        Network.PRIVATE),
                    /* arguments= */ false)));
    assertThat(scene.origins())
        .containsEntry("approval.timeout", "60 belay.yaml:2")
        .containsEntry("approval.self", "true belay.yaml:5")
        .containsEntry("approval.notify.url", "https://hooks.example.com/(hidden) belay.yaml:11")
        .containsEntry("approval.notify.secret", "(hidden) belay.yaml:12");
    assertThat(scene.settings().approval().toString()).doesNotContain("secret?", "AAAA");
  }

  @Test
  void aProgramMayHearOfCallsThatWait() {
    var scene =
        new Scene(directory)
            .environment("BUS", "unix:x")
            .yaml(
                """
                approval:
                  notify:
                    command: [sh, -c, 'notify-send "$(jq -r .text)", now']
                    env: { DBUS_SESSION_BUS_ADDRESS: "${BUS}" }
                """);
    assertThat(scene.settings().approval().notices())
        .isEqualTo(
            new NotifySettings(
                new NotifySettings.Recipient.Program(
                    List.of("sh", "-c", "notify-send \"$(jq -r .text)\", now"),
                    Map.of("DBUS_SESSION_BUS_ADDRESS", "unix:x")),
                /* arguments= */ true));
    assertThat(scene.origins())
        .containsEntry("approval.notify.env.DBUS_SESSION_BUS_ADDRESS", "${BUS} belay.yaml:4");
  }

  private static ApprovalSettings.Rule rule(Settings settings, String server, String tool) {
    var said = Objects.requireNonNull(settings.approval(server, tool));
    return Objects.requireNonNull(said.find(() -> "any")).rule();
  }

  @Test
  void theMostSpecificGlobSaysWhetherPeopleDecideAndWhy() {
    var yaml =
        """
        tools:
          "*": { approvers: 2, approval: deny, approval_reason: frozen }
          "docs__*": { approval: ask }
          "docs__read": { approval: allow, approval_reason: harmless }
        """;
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(rule(settings, "files", "write"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.DENY, "frozen", 2));
    assertThat(rule(settings, "docs", "write"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.ASK, "", 2));
    assertThat(rule(settings, "docs", "read"))
        .isEqualTo(new ApprovalSettings.Rule(ApprovalSettings.Mode.ALLOW, "harmless", 2));
    assertThat(new Scene(directory).yaml("{}").settings().approval("docs", "read")).isNull();
  }

  @Test
  void aConditionIsAPointerATestAndAnOperand() {
    for (var wrong :
        List.of("path is x", "/path x", "/a matches b", "/a > many", "/p outside srv", "/a is")) {
      assertThat(
              new Scene(directory)
                  .yaml("tools: { a: { approval: ask, approval_when: \"" + wrong + "\" } }")
                  .errors())
          .as(wrong)
          .singleElement()
          .asString()
          .contains("approval_when: expected conditions such as '/command unlike git status*'");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"approval_when: /path outside /srv", "approval_reason: it writes"})
  @DisplayName("Conditions and reasons without an approval ask about nothing, and are mistakes")
  void approvalWithout(String key) {
    var name = key.substring(0, key.indexOf(':'));
    var scene =
        new Scene(directory).yaml("tools: { \"*\": { approval: ask }, a: { " + key + " } }");
    assertThat(scene.errors())
        .containsExactly(
            "belay.yaml:1:39: tools.\"a\"."
                + name
                + ": has no effect without approval at the same glob, such as ask");
    var whole = "tools: { a: { approval: ask, " + key + " } }";
    assertThat(new Scene(directory).yaml(whole).errors()).isEmpty();
  }

  @Test
  @DisplayName("Clients are asked about by their names, and conditions and reasons hold for them")
  void approvalOfClients() {
    var one = "tools: { a: { approval_clients: { \"x*\": %s }%s } }";
    assertThat(new Scene(directory).yaml(one.formatted("ask", ", approval_reason: why")).errors())
        .isEmpty();
    assertThat(new Scene(directory).yaml(one.formatted("maybe", "")).errors())
        .singleElement()
        .asString()
        .endsWith("approval_clients.x*: expected one of allow, ask, person, deny, found 'maybe'");
  }

  @Test
  void timesOfApprovalHaveBounds() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    approval: { timeout: 4, timeout_without_progress: 51, job_timeout: 8d }
                    """)
                .errors())
        .hasSize(3)
        .anyMatch(error -> error.contains("approval.timeout: expected 5 to 3600 seconds"))
        .anyMatch(error -> error.contains("without_progress: expected 1 to 50 seconds"));
  }

  @Test
  void aGlobSaysWhetherJobsRunAgain() {
    var yaml = "tools: { \"docs__*\": { on_restart: retry }, \"docs__pay\": { on_restart: fail } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.onRestart("docs", "read")).isEqualTo(JobSettings.OnRestart.RETRY);
    assertThat(settings.onRestart("docs", "pay")).isEqualTo(JobSettings.OnRestart.FAIL);
    assertThat(settings.onRestart("files", "read")).isEqualTo(JobSettings.OnRestart.FAIL);
    assertThat(settings.mayRestartJobs()).isTrue();
    assertThat(new Scene(directory).yaml("{}").settings().mayRestartJobs()).isFalse();
  }

  @Test
  void aGlobSaysWhatBecomesOfRepeatsElseTheKeyOfJobs() {
    var yaml = "{ jobs: { join: never }, tools: { \"docs__*\": { join: always } } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.join("docs", "read")).isEqualTo(JobSettings.Join.ALWAYS);
    assertThat(settings.join("files", "read")).isEqualTo(JobSettings.Join.NEVER);
  }

  @Test
  void theMostSpecificGlobSaysWhetherCallsBecomeJobs() {
    var yaml = "tools: { \"docs__*\": { job: never }, \"docs__crawl\": { job: always } }";
    var settings = new Scene(directory).yaml(yaml).settings();
    assertThat(settings.job("docs", "crawl")).isEqualTo(JobSettings.Mode.ALWAYS);
    assertThat(settings.job("docs", "read")).isEqualTo(JobSettings.Mode.NEVER);
    assertThat(settings.job("files", "read")).isEqualTo(JobSettings.Mode.AUTO);
  }

  @ParameterizedTest
  @CsvSource({
    "mcp: {}, true",
    "mcp: { handoff_after: 0 }, false",
    "'{ mcp: { handoff_after: 0 }, tools: { x: { job: always } } }', true",
    "'{ mcp: { handoff_after: 0, handoff_after_with_progress: 9 } }', true",
  })
  void jobsAriseOnlyWhereCallsMayBecomeSome(String yaml, boolean expected) {
    assertThat(new Scene(directory).yaml(yaml).settings().mayHaveJobs()).isEqualTo(expected);
  }
}

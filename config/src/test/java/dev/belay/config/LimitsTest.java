package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.EffectiveLimits;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
  @TempDir Path directory;

  @ParameterizedTest(name = "{0}")
  @DisplayName("S0-4 … S0-8, S0-14, S0-15, S0-27 … S0-32: what a pair of limits becomes")
  @CsvSource({
    "S0-27 default, 1800, 120, 1800, 120, 0",
    "S0-28 fast tools, 60, 30, 60, 30, 0",
    "S0-29 no idle check, 180, 0, 180, 0, 0",
    "S0-30 unbounded total, 0, 120, 0, 120, 1",
    "S0-16 no limit, 0, 0, 0, 0, 1",
    "S0-31 idle over total, 60, 120, 60, 60, 1",
    "S0-6 idle is total, 60, 60, 60, 60, 0",
    "S0-32 negative total, -1, 120, 0, 120, 2",
    "S0-32 negative idle, 60, -0.5, 60, 0, 1",
    "S0-32 both negative, -1, -1, 0, 0, 3"
  })
  void aPairOfLimits(
      String profile, String timeout, String idle, int effective, int silence, int warnings) {
    var scene =
        new Scene(directory)
            .yaml("mcp: { timeout: %s, idle_timeout: %s }".formatted(timeout, idle));
    var limits = scene.settings().limits("files", "read");
    assertThat(limits.timeout().value()).hasSeconds(effective);
    assertThat(limits.idleTimeout().value()).hasSeconds(silence);
    assertThat(scene.warnings()).as(profile).hasSize(warnings);
  }

  @Test
  @DisplayName("S0-31 a clamp is a warning that names both origins")
  void aClampIsToldWithBothOrigins() {
    var scene =
        new Scene(directory)
            .environment("BELAY_MCP_TIMEOUT", "60")
            .yaml("mcp:\n  idle_timeout: 120\n");
    assertThat(scene.warnings())
        .containsExactly(
            "belay.yaml:2:3: mcp.idle_timeout: idle limit (120 s) > total limit (60 s,"
                + " BELAY_MCP_TIMEOUT); clamped to 60 s");
    assertThat(scene.origins()).containsEntry("mcp.idle_timeout", "60 BELAY_MCP_TIMEOUT");
  }

  @Test
  void clampingComesAfterMerging() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                mcp: { idle_timeout: 120 }
                mcpServers:
                  slow: { command: x, timeout: 600 }
                  fast: { command: x, timeout: 60 }
                tools:
                  "once": { timeout: 30 }
                """);
    var settings = scene.settings();
    assertThat(settings.limits("slow", "t").idleTimeout().value()).hasSeconds(120);
    assertThat(settings.limits("fast", "t").idleTimeout().value()).hasSeconds(60);
    assertThat(settings.limits("slow", "once").idleTimeout().value()).hasSeconds(30);
    assertThat(scene.warnings())
        .containsExactly(
            "belay.yaml:1:8: mcpServers.fast.idle_timeout: idle limit (120 s) > total limit (60 s,"
                + " belay.yaml:4); clamped to 60 s",
            "belay.yaml:1:8: tools.\"once\".idle_timeout: idle limit (120 s) > total limit (30 s,"
                + " belay.yaml:6); clamped to 30 s");
  }

  @Test
  void theDefaultIdleLimitGivesWayInSilenceSoThatTheTotalOneSpeaks() {
    var scene = new Scene(directory).wrap().wrapFlag("--timeout", "timeout", "50");
    assertThat(scene.settings().limits("files", "t").idleTimeout().isNone()).isTrue();
    assertThat(scene.warnings()).isEmpty();
  }

  @Test
  @DisplayName("C6 a narrower limit over mcp.timeout is told")
  void alimitLongerThanTheOneItReplacesIsTold() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcp: { timeout: 60, idle_timeout: 30 }
                    mcpServers: { a: { command: x, timeout: 90 } }
                    tools: { "t": { timeout: 0 }, "u": { timeout: 60 } }
                    """)
                .warnings())
        .containsExactly(
            "belay.yaml:2:32: mcpServers.a.timeout: is longer than mcp.timeout (60 s,"
                + " belay.yaml:1), which it replaces",
            "belay.yaml:3:17: tools.\"t\".timeout: is longer than mcp.timeout (60 s,"
                + " belay.yaml:1), which it replaces",
            "belay.yaml:3:17: tools.\"t\".timeout: without a total limit, a call that keeps"
                + " reporting progress is never ended");
  }

  @Test
  @DisplayName("S0-16, C6 a call without any limit, or without a total one, is told at the start")
  void noLimitIsTold() {
    assertThat(new Scene(directory).yaml("mcp: { timeout: 0, idle_timeout: 0 }").warnings())
        .containsExactly(
            "belay.yaml:1:8: mcp.timeout: with no limit on either time, a call that hangs is never"
                + " ended");
    assertThat(new Scene(directory).yaml("mcp: { timeout: 0 }").warnings())
        .containsExactly(
            "belay.yaml:1:8: mcp.timeout: without a total limit, a call that keeps reporting"
                + " progress is never ended");
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcp: { idle_timeout: 0 }
                    tools: { "t": { timeout: 0 } }
                    """)
                .warnings())
        .containsExactly(
            "belay.yaml:2:17: tools.\"t\".timeout: with no limit on either time, a call that hangs"
                + " is never ended");
  }

  @Test
  @DisplayName("C7 a call in a turn without any limit is told at the start")
  void noLimitOfTurnsIsTold() {
    var turns =
        "agents: { defaults: { toolTimeouts: { defaultMs: 0, overrides: { a: 0, b: 1 } } } }";
    assertThat(new Scene(directory).yaml(turns).warnings()).isEmpty();
    assertThat(new Scene(directory).yaml("mcp: { timeout: 0 }\n" + turns).warnings())
        .containsExactly(
            "belay.yaml:1:8: mcp.timeout: without a total limit, a call that keeps reporting"
                + " progress is never ended",
            "belay.yaml:2:39: agents.defaults.toolTimeouts.defaultMs: with mcp.timeout 0 as well,"
                + " only a cancel ends a call in a turn that hangs, unless its tool has a limit of"
                + " its own",
            "belay.yaml:2:66: agents.defaults.toolTimeouts.overrides.a: with mcp.timeout 0 as"
                + " well, only a cancel ends a call in a turn that hangs, unless its tool has a"
                + " limit of its own");
  }

  @Test
  @DisplayName("C6 a keep-alive after the client gave up is told")
  void aLateKeepAliveIsTold() {
    assertThat(
            new Scene(directory)
                .yaml("mcp: { keep_alive_first: 59.9, keep_alive_interval: 60 }")
                .warnings())
        .containsExactly(
            "belay.yaml:1:32: mcp.keep_alive_interval: is too late for clients that give up after"
                + " 60 s");
  }

  @Test
  @DisplayName("C5 the text that ends a call names the setting that lifts it")
  void aLimitNamesItsLever() {
    var wrapped = new Scene(directory).wrap();
    assertThat(wrapped.settings().limits("files", "t").idleTimeout().lever())
        .isEqualTo("--idle-timeout or mcp.idle_timeout");
    wrapped.wrapFlag("--idle-timeout", "idle_timeout", "5");
    assertThat(wrapped.settings().limits("files", "t").idleTimeout())
        .extracting(EffectiveLimits.Part::lever, EffectiveLimits.Part::origin)
        .containsExactly("--idle-timeout", "--idle-timeout");
    var settings =
        new Scene(directory)
            .yaml(
                """
                mcp: { idle_timeout: 50 }
                mcpServers: { a: { command: x, timeout: 9 }, b: { command: x } }
                tools: { "t": { idle_timeout: 3 } }
                """)
            .settings();
    var limits = settings.limits("a", "t");
    assertThat(limits.timeout().lever()).isEqualTo("mcpServers.a.timeout");
    assertThat(limits.idleTimeout().lever()).isEqualTo("tools.\"t\".idle_timeout");
    // The total limit clamps this one, so lifting the idle limit would change nothing.
    assertThat(settings.limits("a", "u").idleTimeout().lever()).isEqualTo("mcpServers.a.timeout");
    assertThat(settings.limits("b", "u").timeout().lever())
        .isEqualTo("mcpServers.b.timeout or mcp.timeout");
  }

  @Test
  @DisplayName("C6 config show prints the effective budget of every layer")
  void everyLayerShowsItsBudget() {
    var origins =
        new Scene(directory)
            .yaml(
                """
                mcp: { timeout: 100, idle_timeout: 20 }
                mcpServers: { a: { command: x, timeout: 10 } }
                tools: { "t": { timeout: 50 }, "u": { concurrency: exclusive } }
                """)
            .origins();
    assertThat(origins)
        .containsEntry("mcp.timeout", "100 belay.yaml:1")
        .containsEntry("mcp.idle_timeout", "20 belay.yaml:1")
        .containsEntry("mcpServers.a.timeout", "10 belay.yaml:2")
        .containsEntry("mcpServers.a.idle_timeout", "10 belay.yaml:2")
        .containsEntry("mcpServers.a.cancel_grace", "2 default")
        .containsEntry("tools.\"t\".timeout", "50 belay.yaml:3")
        .containsEntry("tools.\"t\".idle_timeout", "20 belay.yaml:1")
        .containsEntry("tools.\"u\".concurrency", "exclusive belay.yaml:3")
        .doesNotContainKey("tools.\"u\".timeout");
  }
}

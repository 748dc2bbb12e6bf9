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
  @DisplayName("S0-31 a clamped limit has the origin of the one that clamps it")
  void aClampHasTheOriginOfTheTotalLimit() {
    var scene =
        new Scene(directory)
            .environment("BELAY_MCP_TIMEOUT", "60")
            .yaml("mcp:\n  idle_timeout: 120\n");
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
  }

  @Test
  void theDefaultIdleLimitGivesWayInSilenceSoThatTheTotalOneSpeaks() {
    var scene = new Scene(directory).wrap().wrapFlag("--timeout", "timeout", "50");
    assertThat(scene.settings().limits("files", "t").idleTimeout().isNone()).isTrue();
    assertThat(scene.warnings()).isEmpty();
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
  }
}

package dev.belay.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Contract pins: what a user gets who sets nothing. Changing one is a release note. */
class DefaultsTest {
  @TempDir Path directory;

  @Test
  @DisplayName("S0-27, C5 every default of mcp")
  void everyDefault() {
    assertThat(new Scene(directory).settings())
        .isEqualTo(
            new Settings(
                new McpSettings(
                    Duration.ofSeconds(1800),
                    null,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(60),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(10),
                    10_485_760),
                Map.of(),
                List.of(),
                new Origins(Map.of(), Map.of())))
        .isEqualTo(Settings.defaults());
  }

  @Test
  void everyDefaultOfAServer() {
    var settings = new Scene(directory).yaml("mcpServers: { files: { command: npx } }").settings();
    assertThat(settings.servers().get("files"))
        .isEqualTo(
            new ServerSettings(
                "files",
                "npx",
                List.of(),
                Map.of(),
                null,
                null,
                null,
                Duration.ofSeconds(60),
                Duration.ofSeconds(2),
                Isolation.SHARED,
                false))
        .isEqualTo(ServerSettings.defaults("files", "npx"));
  }

  @Test
  void everyDefaultOfAGlob() {
    assertThat(new Scene(directory).yaml("tools: { \"*\": {} }").settings().tools())
        .containsExactly(new ToolSettings(new Glob("*"), null, null, null, null))
        .containsExactly(ToolSettings.defaults("*"));
    assertThat(Settings.defaults().lane("files", "read")).isEqualTo(new Lane(null, Scope.TURN));
  }

  @Test
  @DisplayName("C5 unset, the idle limit of upstreams is 300 s")
  void anUpstreamMayBeSilentForFiveMinutes() {
    var limits = Settings.defaults().limits("files", "read");
    assertThat(limits.timeout().value()).hasSeconds(1800);
    assertThat(limits.idleTimeout().value()).hasSeconds(300);
  }

  @Test
  void everyDefaultSaysThatItIsOne() {
    assertThat(new Scene(directory).settings().explain())
        .containsExactly(
            new Row("mcp.timeout", "1800", "default"),
            new Row("mcp.idle_timeout", "300", "default"),
            new Row("mcp.cancel_grace", "2", "default"),
            new Row("mcp.startup_timeout", "60", "default"),
            new Row("mcp.keep_alive_first", "5", "default"),
            new Row("mcp.keep_alive_interval", "10", "default"),
            new Row("mcp.max_line_bytes", "10485760", "default"));
  }
}

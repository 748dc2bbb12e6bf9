package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every key of {@code http} maps, from every source that may set it. */
class EveryHttpKeyTest {
  private static final HttpSettings OTHER =
      new HttpSettings(
          "::1",
          0,
          List.of("mcp.example.com", "belay:8443"),
          List.of("https://app.example.com", "http://[::1]:5173"),
          List.of("10.0.0.0/8", "::1"),
          new HttpBounds(2048, 7, 2, 1, 4, 3, 5, new Rate(100, Duration.ofMinutes(1))),
          new HttpTimes(
              Duration.ofSeconds(11),
              Duration.ofSeconds(7),
              Duration.ofMillis(500),
              Duration.ofSeconds(13),
              Duration.ofSeconds(3),
              Duration.ofSeconds(19),
              Duration.ofSeconds(17),
              Duration.ofMinutes(5)));

  @TempDir Path directory;

  /** As they are written where there are no lists. */
  private static Map<String, String> texts() {
    Map<String, String> texts = new LinkedHashMap<>();
    texts.put("host", "::1");
    texts.put("port", "0");
    texts.put("allowed_hosts", "mcp.example.com, belay:8443");
    texts.put("allowed_origins", "https://app.example.com,http://[::1]:5173");
    texts.put("trusted_proxies", "10.0.0.0/8,::1");
    texts.put("max_body_bytes", "2 KiB");
    texts.put("memory_percent", "7");
    texts.put("max_sessions", "2");
    texts.put("max_sessions_per_peer", "1");
    texts.put("max_in_flight", "4");
    texts.put("max_in_flight_per_session", "3");
    texts.put("max_connections", "5");
    texts.put("rate_limit", "100/m");
    texts.put("session_idle_timeout", "11");
    texts.put("resume_for", "7");
    texts.put("drain_timeout", "500ms");
    texts.put("sse_comment_interval", "13");
    texts.put("request_read_timeout", "3");
    texts.put("body_timeout", "19");
    texts.put("connection_idle_timeout", "17");
    texts.put("question_timeout", "5m");
    return texts;
  }

  @Test
  void thereAreTheseKeysAndNoOthers() {
    assertThat(texts().keySet()).containsExactlyElementsOf(Keys.names(HttpKeys.ALL));
  }

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .yaml(
                """
                http:
                  host: "::1"
                  port: 0
                  allowed_hosts: [mcp.example.com, "belay:8443"]
                  allowed_origins:
                    - https://app.example.com
                    - "http://[::1]:5173"
                  trusted_proxies: [10.0.0.0/8, "::1"]
                  max_body_bytes: 2048
                  memory_percent: 7
                  max_sessions: 2
                  max_sessions_per_peer: 1
                  max_in_flight: 4
                  max_in_flight_per_session: 3
                  max_connections: 5
                  rate_limit: 100/60
                  session_idle_timeout: 11
                  resume_for: 7
                  drain_timeout: 0.5
                  sse_comment_interval: 13
                  request_read_timeout: 3
                  body_timeout: 19
                  connection_idle_timeout: 17
                  question_timeout: 300
                """);
    assertThat(scene.settings().http()).isEqualTo(OTHER);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins())
        .containsEntry("http.port", "0 belay.yaml:3")
        .containsEntry("http.allowed_hosts", "[mcp.example.com, belay:8443] belay.yaml:4")
        .containsEntry("http.drain_timeout", "0.5 belay.yaml:19");
  }

  @Test
  void everyKeyMapsFromTheEnvironment() {
    var scene = new Scene(directory);
    texts()
        .forEach(
            (key, text) -> scene.environment("BELAY_HTTP_" + key.toUpperCase(Locale.ROOT), text));
    assertThat(scene.settings().http()).isEqualTo(OTHER);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins()).containsEntry("http.port", "0 BELAY_HTTP_PORT");
  }

  @Test
  void everyKeyMapsFromAFlag() {
    var scene = new Scene(directory);
    texts().forEach((key, text) -> scene.flag("--" + key, "http." + key, text));
    assertThat(scene.settings().http()).isEqualTo(OTHER);
    assertThat(scene.origins()).containsEntry("http.host", "::1 --host");
  }

  @Test
  void anEmptyListIsSetAndStaysEmpty() {
    var scene = new Scene(directory).yaml("http: { allowed_hosts: [] }");
    assertThat(scene.settings().http()).isEqualTo(HttpSettings.defaults());
    assertThat(scene.origins()).containsEntry("http.allowed_hosts", "[] belay.yaml:1");
  }

  @Test
  @DisplayName("S0-35, C6 over HTTP a call gets 30 s more than itself, and no limit without one")
  void theHttpLimitLiesAroundTheCalls() {
    var origins =
        new Scene(directory)
            .yaml(
                """
                mcp: { timeout: 60 }
                mcpServers:
                  a: { command: x }
                  b: { url: "http://127.0.0.1:4000/", timeout: 0 }
                tools: { "t": { timeout: 5 } }
                """)
            .origins();
    var why = " timeout + 30 s, 0 if that is 0";
    assertThat(origins)
        .containsEntry("mcp.timeout (over http)", "90" + why)
        .containsEntry("mcpServers.a.timeout (over http)", "90" + why)
        .containsEntry("mcpServers.b.timeout (over http)", "0" + why)
        .containsEntry("tools.\"t\".timeout (over http)", "35" + why);
    assertThat(HttpSettings.requestLimit(Duration.ofSeconds(60))).hasSeconds(90);
    assertThat(HttpSettings.requestLimit(Duration.ZERO)).isZero();
  }
}

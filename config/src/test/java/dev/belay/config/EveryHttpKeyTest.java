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

/** Every key of {@code http} is mapped, from every source that may set it. */
class EveryHttpKeyTest {
  /** A key, a value in its form for sources without lists, and the component that holds it. */
  private record Case(String key, String text, String component, Object value) {}

  private static final List<Case> CASES =
      List.of(
          new Case("host", "::1", "host", "::1"),
          new Case("port", "0", "port", 0),
          new Case(
              "allowed_hosts", "a.example, b:8443", "allowedHosts", List.of("a.example", "b:8443")),
          new Case(
              "allowed_origins",
              "https://a.example,http://[::1]:5173",
              "allowedOrigins",
              List.of("https://a.example", "http://[::1]:5173")),
          new Case(
              "trusted_proxies", "10.0.0.0/8,::1", "trustedProxies", List.of("10.0.0.0/8", "::1")),
          new Case("max_body_bytes", "2 KiB", "maxBodyBytes", 2048),
          new Case("memory_percent", "7", "memoryPercent", 7),
          new Case("max_sessions", "2", "maxSessions", 2),
          new Case("max_sessions_per_peer", "1", "maxSessionsPerPeer", 1),
          new Case("max_in_flight", "4", "maxInFlight", 4),
          new Case("max_in_flight_per_session", "3", "maxInFlightPerSession", 3),
          new Case("max_connections", "5", "maxConnections", 5),
          new Case("rate_limit", "100/m", "rate", new Rate(100, Duration.ofMinutes(1))),
          new Case("session_idle_timeout", "11", "sessionIdle", Duration.ofSeconds(11)),
          new Case("resume_for", "7", "resumeFor", Duration.ofSeconds(7)),
          new Case("drain_timeout", "500ms", "drainTimeout", Duration.ofMillis(500)),
          new Case("sse_comment_interval", "13", "sseCommentInterval", Duration.ofSeconds(13)),
          new Case("request_read_timeout", "3", "requestRead", Duration.ofSeconds(3)),
          new Case("body_timeout", "19", "body", Duration.ofSeconds(19)),
          new Case("connection_idle_timeout", "17", "connectionIdle", Duration.ofSeconds(17)),
          new Case("question_timeout", "5m", "question", Duration.ofMinutes(5)));

  @TempDir Path directory;

  private static void assertEachIsTaken(Settings settings) {
    var components = components(settings.http());
    assertThat(components).hasSize(CASES.size());
    for (var one : CASES) {
      assertThat(components).as(one.key()).containsEntry(one.component(), one.value());
    }
  }

  /** {@return the components of a record, and of the records in it, by name} */
  private static Map<String, Object> components(Record held) {
    var all = new LinkedHashMap<String, Object>();
    for (var component : held.getClass().getRecordComponents()) {
      try {
        var value = component.getAccessor().invoke(held);
        if (value instanceof HttpSettings.Bounds || value instanceof HttpSettings.Times) {
          all.putAll(components((Record) value));
        } else {
          all.put(component.getName(), value);
        }
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    return all;
  }

  @Test
  void thereAreTheseKeysAndNoOthers() {
    assertThat(CASES.stream().map(Case::key))
        .containsExactlyElementsOf(
            HttpSettings.SECTION.members().stream().map(ConfigMember::name).toList());
  }

  @Test
  void everyKeyMapsFromTheFile() {
    var yaml = new StringBuilder("http:\n");
    for (var one : CASES) {
      yaml.append("  ").append(one.key()).append(": \"").append(one.text()).append("\"\n");
    }
    var scene = new Scene(directory).yaml(yaml.toString());
    assertEachIsTaken(scene.settings());
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins())
        .containsEntry("http.port", "0 belay.yaml:3")
        .containsEntry("http.allowed_hosts", "[a.example, b:8443] belay.yaml:4")
        .containsEntry("http.drain_timeout", "0.5 belay.yaml:17");
  }

  @Test
  void aFileMayHoldListsAndNumbers() {
    var http =
        new Scene(directory)
            .yaml(
                """
                http:
                  allowed_hosts: [mcp.example.com, "belay:8443"]
                  trusted_proxies:
                    - 10.0.0.0/8
                    - "::1"
                  max_body_bytes: 2048
                  rate_limit: 100/60
                  drain_timeout: 0.5
                """)
            .settings()
            .http();
    assertThat(http.allowedHosts()).containsExactly("mcp.example.com", "belay:8443");
    assertThat(http.trustedProxies()).containsExactly("10.0.0.0/8", "::1");
    assertThat(http.bounds().maxBodyBytes()).isEqualTo(2048);
    assertThat(http.bounds().rate()).isEqualTo(new Rate(100, Duration.ofMinutes(1)));
    assertThat(http.times().drainTimeout()).hasMillis(500);
  }

  @Test
  void everyKeyMapsFromTheEnvironment() {
    var scene = new Scene(directory);
    CASES.forEach(
        one -> scene.environment("BELAY_HTTP_" + one.key().toUpperCase(Locale.ROOT), one.text()));
    assertEachIsTaken(scene.settings());
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.origins()).containsEntry("http.port", "0 BELAY_HTTP_PORT");
  }

  @Test
  void everyKeyMapsFromAFlag() {
    var scene = new Scene(directory);
    CASES.forEach(one -> scene.flag("--" + one.key(), "http." + one.key(), one.text()));
    assertEachIsTaken(scene.settings());
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

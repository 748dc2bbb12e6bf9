package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages for each way of getting {@code http} wrong (J20). */
class BadHttpTest {
  @TempDir Path directory;

  @Test
  void allErrorsAreToldAtOnce() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    port: 3002
                    http:
                      prot: 1
                      port: 65536
                      allowed_hosts: [a.example, "https://b.example"]
                      allowed_origins: https://app.example/path
                      trusted_proxies: [10.0.0.0/33, proxy.example]
                      max_body_bytes: 10
                      max_sessions: 0
                      max_in_flight: many
                      resume_for: later
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:1:1: port: unknown key; did you mean http.port?",
            "belay.yaml:3:3: http.prot: unknown key; did you mean http.port?",
            "belay.yaml:4:3: http.port: expected a number from 0 to 65535, found '65536'",
            "belay.yaml:5:3: http.allowed_hosts: expected names such as mcp.example.com or"
                + " mcp.example.com:8443, found 'a.example,https://b.example'",
            "belay.yaml:6:3: http.allowed_origins: expected origins such as"
                + " https://app.example.com, without a path, found 'https://app.example/path'",
            "belay.yaml:7:3: http.trusted_proxies: expected addresses such as 10.0.0.7 or"
                + " 10.0.0.0/8, found '10.0.0.0/33,proxy.example'",
            "belay.yaml:8:3: http.max_body_bytes: expected between 1 KiB and 1024 MiB, found '10'",
            "belay.yaml:9:3: http.max_sessions: expected a number from 1 to 10000000, found '0'",
            "belay.yaml:10:3: http.max_in_flight: expected a number from 1 to 10000000, found"
                + " 'many'",
            "belay.yaml:11:3: http.resume_for: expected seconds, such as 30, 0.5 or 5m, found"
                + " 'later'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.0.0.0", "::", "10.0.0.7", "example.com", "127.0.0.1.nip.io"})
  @DisplayName("Nobody but this machine is served while nobody is authenticated")
  void anAddressThatOthersReachIsRefused(String host) {
    assertThat(new Scene(directory).environment("BELAY_HTTP_HOST", host).errors())
        .containsExactly(
            "BELAY_HTTP_HOST: http.host: is not loopback, and there would be no authentication:"
                + " anyone who can reach it could run tools; set auth.tokens or auth.oauth, or"
                + " keep 127.0.0.1, found '"
                + host
                + "'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.3.2.1", "localhost", "::1", "[::1]"})
  void anAddressOfThisMachineAloneIsTaken(String host) {
    var scene = new Scene(directory).flag("--host", "http.host", host);
    assertThat(scene.settings().http().host()).isEqualTo(host);
  }

  @Test
  void aBoundThatIsNeverReachedIsOdd() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    http:
                      max_sessions: 10
                      max_sessions_per_peer: 11
                      max_in_flight: 10
                      sse_comment_interval: 60
                    """)
                .warnings())
        .containsExactly(
            "belay.yaml:3:3: http.max_sessions_per_peer: is more than http.max_sessions (10,"
                + " belay.yaml:2), which is reached first",
            "belay.yaml:5:3: http.sse_comment_interval: is too late for clients that give up after"
                + " 60 s");
  }

  @Test
  void aFlagForNoKeyIsTold() {
    assertThat(new Scene(directory).flag("--prot", "http.prot", "5").errors())
        .containsExactly("--prot: unknown key; did you mean http.port?");
  }
}

package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S1-104: what holds only from a next start is named by its keys")
class NextStartTest {
  @TempDir Path directory;

  private Settings settings(String yaml) {
    return new Scene(directory).yaml(yaml).settings();
  }

  @Test
  void keysThatAreReadOnceAreNamed() {
    var before = settings("http: { port: 1 }");
    var now =
        settings(
            """
            http: { port: 2, rate_limit: 5/s, max_sessions: 7 }
            auth: { mode: token, tokens: { file: tokens, admins: [ada] } }
            audit: { file: audit.jsonl, arguments: none, fsync: true }
            mcp: { timeout: 5 }
            """);
    assertThat(before.fromNextStart(now))
        .containsExactly("http.port", "http.max_sessions", "audit.file");
    assertThat(now.fromNextStart(before))
        .containsExactly("http.port", "http.max_sessions", "audit.file");
    assertThat(now.fromNextStart(now)).isEmpty();
  }

  @Test
  void aValueThatIsNotShownInFullIsComparedInFull() {
    var yaml =
        """
        auth:
          oauth:
            issuer: https://id.example.com
            jwks_url: https://id.example.com/keys?tenant=%s
            resource: https://belay.example.com/mcp
        """;
    var before = settings(yaml.formatted("a"));
    var now = settings(yaml.formatted("b"));
    assertThat(before.fromNextStart(now)).containsExactly("auth.oauth.jwks_url");
  }
}

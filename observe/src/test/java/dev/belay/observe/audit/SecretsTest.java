package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Span;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("What the audit log shows of arguments holds no secret that it can know")
class SecretsTest {
  private static String redact(String json, String... marked) {
    var bytes = json.getBytes(UTF_8);
    return new Secrets(Set.of(marked)).redact(bytes, new Span(0, bytes.length));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token",
        "githubToken",
        "client_secret",
        "PASSWORD",
        "db_passwd",
        "Authorization",
        "proxy-authorization",
        "cookie",
        "Set-Cookie",
        "api_key",
        "api-key",
        "apikey",
        "x-api-key",
        "privateKey"
      })
  void byName(String name) {
    assertThat(redact("{\"" + name + "\":{\"deep\":[1]},\"path\":\"a\"}"))
        .isEqualTo("{\"" + name + "\":\"[redacted]\",\"path\":\"a\"}");
  }

  @Test
  void namesThatOnlySoundAlikeStay() {
    var json = "{\"key\":\"a\",\"author\":\"b\",\"cookies_eaten\":3}";
    assertThat(redact(json)).isEqualTo(json);
  }

  @Test
  @DisplayName("By shape, wherever it stands in a text")
  void byShape() {
    var jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln" + "bmF0dXJl";
    for (var secret :
        new String[] {
          jwt,
          "sk-" + "abcdefghijklmnop1234",
          "ghp_" + "abcdefghijklmnopqrst1234",
          "AKIA" + "ABCDEFGHIJKLMNOP",
          "Bearer abcdefgh12345678",
        }) {
      assertThat(redact("[\"say " + secret + " now\"]")).isEqualTo("[\"say [redacted] now\"]");
    }
    assertThat(redact("\"-----BEGIN RSA PRIVATE KEY-----\\nMIIE\\n-----END\""))
        .isEqualTo("\"[redacted]\"");
    assertThat(redact("\"task-force-one-and-two\"")).isEqualTo("\"task-force-one-and-two\"");
  }

  @Test
  @DisplayName("By the tool's own mark, at any depth")
  void byMark() {
    assertThat(redact("{\"a\":[{\"pin\":1234}],\"b\":1.50}", "pin"))
        .isEqualTo("{\"a\":[{\"pin\":\"[redacted]\"}],\"b\":1.50}");
  }

  @Test
  void whatIsNoTextStaysAsItIsSpelled() {
    var json = "{\"a\":1e400,\"b\":null,\"c\":[],\"d\":{},\"e\":true,\"f\":\"\\u0007\"}";
    assertThat(redact(json)).isEqualTo(json);
  }
}

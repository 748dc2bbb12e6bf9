package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("No effective value shows a secret, wherever the configuration has it")
final class SecretsNotShownTest {
  @Test
  @DisplayName("What a header or a query holds is in no record's text")
  void address() {
    var uri = URI.create("http://127.0.0.1:4000/mcp?key=s3cret");
    var url = new Start.Url(uri, Map.of("Authorization", "Bearer s3cret"));
    assertThat(url.address()).isEqualTo("http://127.0.0.1:4000/mcp?(hidden)");
    assertThat(url.toString()).contains("Authorization").doesNotContain("s3cret");
  }

  @ParameterizedTest
  @CsvSource({
    "--api-key,                      --api-key",
    "--api-key=s3cret,               --api-key=(hidden)",
    "--GITHUB_TOKEN=s3cret,          --GITHUB_TOKEN=(hidden)",
    "--header=Authorization: Bearer s3cret, --header=Authorization: (hidden)",
    "X-Api-Key: s3cret,              X-Api-Key: (hidden)",
    "export MY_SECRET=s3cret; run it, export MY_SECRET=(hidden)",
    "{\"password\": \"s3cret\"},       {\"password\": (hidden)",
    "--token=${TOKEN},               --token=${TOKEN}",
    "--token=${TOKEN:-s3cret},       --token=(hidden)",
    "--port=80,                      --port=80",
    "postgres://me:s3cret@db/x,      postgres://(hidden)@db/x",
    "https://${USER}@host/x?a=b@c,   https://${USER}@host/x?a=b@c",
    "@scope/token-server,            @scope/token-server",
    "/srv/secrets,                   /srv/secrets",
  })
  @DisplayName("Of an argument no value is shown that belongs to the name of a secret")
  void argument(String arg, String shown) {
    assertThat(MaskedArguments.of(List.of(arg))).containsExactly(shown);
  }

  @Test
  @DisplayName("An option that names a secret hides the argument behind it")
  void option() {
    assertThat(
            MaskedArguments.of(
                List.of("-y", "--token", "s3cret", "--password", "${P}", "--secret", "s", "last")))
        .containsExactly(
            "-y", "--token", "(hidden)", "--password", "${P}", "--secret", "(hidden)", "last");
  }
}

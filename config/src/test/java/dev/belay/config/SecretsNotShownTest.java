package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("No effective value shows a secret, wherever the configuration has it")
final class SecretsNotShownTest {
  @TempDir private Path directory;

  @Test
  @DisplayName("Of a variable only a sole reference is shown: texts beside it and defaults are not")
  void variables() {
    var scene =
        new Scene(directory)
            .environment("KEY", "s3cret")
            .yaml(
                """
                mcpServers:
                  a:
                    command: x
                    env:
                      PLAIN: s3cret
                      SOLE: "${KEY}"
                      NAMED: "${env:KEY}"
                      DEFAULT: "${ABSENT:-s3cret}"
                      BESIDE: "s3cret-${KEY}"
                      TWO: "${KEY}${KEY}"
                approval:
                  notify:
                    command: [notify]
                    env: { BUS: "s3cret${KEY}" }
                """);
    assertThat(scene.origins())
        .containsEntry("mcpServers.a.env.PLAIN", "(hidden) belay.yaml:5")
        .containsEntry("mcpServers.a.env.SOLE", "${KEY} belay.yaml:6")
        .containsEntry("mcpServers.a.env.NAMED", "${env:KEY} belay.yaml:7")
        .containsEntry("mcpServers.a.env.DEFAULT", "(hidden, with ${ABSENT}) belay.yaml:8")
        .containsEntry("mcpServers.a.env.BESIDE", "(hidden, with ${KEY}) belay.yaml:9")
        .containsEntry("mcpServers.a.env.TWO", "(hidden, with ${KEY}, ${KEY}) belay.yaml:10")
        .containsEntry("approval.notify.env.BUS", "(hidden, with ${KEY}) belay.yaml:14");
    assertThat(scene.origins().values()).noneMatch(value -> value.contains("s3cret"));
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

  @Test
  @DisplayName("config show has arguments in that form")
  void arguments() {
    var scene =
        new Scene(directory)
            .yaml("mcpServers: { a: { command: x, args: [--token, s3cret, \"${P:-k}\"] } }");
    assertThat(scene.origins())
        .containsEntry("mcpServers.a.args", "'--token' '(hidden)' '${P:-k}' belay.yaml:1");
  }
}

package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Settings;
import dev.belay.config.Sources;
import dev.belay.config.Start;
import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
    "SEC-M1: a text about a server that does not run has no secret, and for others one line")
final class DisclosureTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("TOKEN", "sk-live-0123456789", "LEVEL", "info", "PIN", "s3$-cr");

  @TempDir private Path dir;

  private Settings settings(String yaml) throws IOException {
    Files.writeString(dir.resolve("belay.yaml"), yaml);
    var sources = new Sources(dir, null, List.of(), ENVIRONMENT, List.of(), null);
    return switch (Config.load(sources)) {
      case Loaded.Good(var settings, _) -> settings;
      case Loaded.Bad bad -> throw new AssertionError(bad.toString());
    };
  }

  private static Server server(Disclosure told, String... words) {
    var processes = new DullServers(new HandTime()).running("nosuch", words);
    return processes.server().telling(told);
  }

  @Test
  @DisplayName("a command is shown as it was written, with its references")
  void aCommandIsShownWithItsReferences() throws IOException {
    var settings =
        settings(
            """
            mcpServers:
              docs:
                command: nosuch
                args: ["--token", "${TOKEN}", "--key=${env:TOKEN}"]
                env: {API_KEY: literally-a-key, MODE: dev}
            """);
    var spec = Objects.requireNonNull(settings.servers().get("docs"));
    var words = ((Start.Command) spec.start()).args().toArray(String[]::new);
    assertThat(words).contains("sk-live-0123456789");
    var owner = server(Disclosure.toOwner(settings, spec), words);
    var cause = "it said sk-live-0123456789 and literally-a-key in dev";
    assertThat(owner.client(owner.startText(cause)))
        .startsWith(
            """
            it said ${TOKEN} and [API_KEY] in dev
            Command: nosuch --token ${TOKEN} --key=${TOKEN}\
            """);
    var others = server(Disclosure.toOthers(settings, spec), words);
    assertThat(others.client(others.startText(cause)))
        .isEqualTo("it said ${TOKEN} and [API_KEY] in dev");
    assertThat(others.client("The server \"x\" ended (exit code 1). Last lines of its stderr:\nno"))
        .isEqualTo("The server \"x\" ended (exit code 1).");
    assertThat(others.client("cannot start x: command not found; PATH searched: /home/ada/bin"))
        .isEqualTo("cannot start x: command not found");
    assertThat(settings.origins().toString()).doesNotContain("sk-live");
  }

  @Test
  @DisplayName("a short secret is masked as a word of its own, and not as a part of another")
  void aShortSecretIsMaskedOnlyAsAWord() throws IOException {
    var settings =
        settings(
            """
            mcpServers:
              docs: {command: nosuch, args: ["--level", "${LEVEL}", "--pin=${PIN}", "${TOKEN}"]}
            """);
    var spec = Objects.requireNonNull(settings.servers().get("docs"));
    var written = Disclosure.toOwner(settings, spec).written();
    assertThat(written.show("no information: --level=info, info_log infos éinfo info"))
        .isEqualTo("no information: --level=${LEVEL}, info_log infos éinfo ${LEVEL}");
    assertThat(written.show("xs3$-cr s3$-cr1 (s3$-cr)")).isEqualTo("xs3$-cr s3$-cr1 (${PIN})");
    assertThat(written.show("xsk-live-0123456789x")).isEqualTo("x${TOKEN}x");
  }

  @Test
  @DisplayName("secrets in an address and the values of headers are masked")
  void addressesAndHeadersAreMasked() throws IOException {
    var settings =
        settings(
            """
            mcpServers:
              docs:
                url: http://127.0.0.1:1/${TOKEN}/mcp
                headers: {Authorization: Bearer another-secret}
            """);
    var spec = Objects.requireNonNull(settings.servers().get("docs"));
    var written = Disclosure.toOwner(settings, spec).written();
    assertThat(written.show(((Start.Url) spec.start()).address()))
        .isEqualTo("http://127.0.0.1:1/${TOKEN}/mcp");
    assertThat(written.show("not Bearer another-secret, nor another-secret"))
        .isEqualTo("not [Authorization], nor [Authorization]");
  }
}

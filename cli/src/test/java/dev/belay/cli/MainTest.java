package dev.belay.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MainTest {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void theVersionGoesToStandardOutput() throws IOException, InterruptedException {
    assertThat(run("--version")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo("belay 0.1.0\n");
    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void theVersionIsTheOneThatMavenBuilds() throws IOException, InterruptedException {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + Version.NUMBER + "</version>");
  }

  @Test
  void anUnknownCommandIsNamedOnStandardErrorAlone() throws IOException, InterruptedException {
    assertThat(run("fly")).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains("unknown command 'fly'");
  }

  private int run(String... args) throws IOException, InterruptedException {
    return Main.run(java.util.List.of(args), shell()).number();
  }
}

package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.cli.shell.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class MainTest {
  private final FakeShell shell = new FakeShell();

  @Test
  void theVersionGoesToStandardOutput() throws IOException, InterruptedException {
    assertThat(run("--version")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("belay 0.1.0\n");
    assertThat(shell.err()).isEmpty();
  }

  @Test
  void theVersionIsTheOneThatMavenBuilds() throws IOException {
    assertThat(Files.readString(Path.of("pom.xml")))
        .contains("<version>" + Version.NUMBER + "</version>");
  }

  @Test
  @DisplayName("Exit codes are those of the design: 0, 1, 2, 124, 130")
  void exitCodesAreWhatShellsExpect() {
    assertThat(List.of(ExitCode.values()).stream().map(ExitCode::number).distinct())
        .containsExactly(0, 1, 2, 124, 130);
  }

  @Test
  @DisplayName("Every name that is explained points at commands that there are")
  void namesPointAtCommands() throws IOException, InterruptedException {
    for (var word : List.of("kill", "ls", "info", "setup", "log", "history", "run", "top", "ui")) {
      run(word);
    }
    var named = Pattern.compile("belay ([a-z]+) ").matcher(shell.err());
    while (named.find()) {
      if (!named.group(1).equals("serve")) {
        assertThat(run(named.group(1), "--help")).as(named.group(1)).isEqualTo(ExitCode.OK);
      }
    }
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return Main.run(List.of(args), shell.shell());
  }
}

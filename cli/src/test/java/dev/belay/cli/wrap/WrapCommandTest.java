package dev.belay.cli.wrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Bad input: belay wrap says what is wrong on standard error, and exits with 2")
final class WrapCommandTest {
  private final FakeShell shell = new FakeShell();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--timeout abc -- true|belay: --timeout: mcpServers.true.timeout: expected seconds, such as"
            + " 30, 0.5 or 5m, found 'abc'",
        "--timeout 99999h -- true|expected at most ten years",
        "--isolation none -- true|--isolation: mcpServers.true.isolation:",
        "--env X -- true|expected NAME=value, found 'X'",
        "--config /nowhere.yaml -- true|belay: /nowhere.yaml: does not exist"
      })
  void aWrongValueIsNamedWithItsOption(String line, String said)
      throws IOException, InterruptedException {
    assertThat(run(line.split(" ", -1))).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains(said);
    assertThat(shell.out()).isEmpty();
  }

  @Test
  void allErrorsOfAFileAreSaidAtOnce(@TempDir Path dir) throws IOException, InterruptedException {
    var file =
        Files.writeString(dir.resolve("b.yaml"), "mcp:\n  timout: 3\n  idle_timeout: soon\n");

    assertThat(run("--config", file.toString(), "--", "true")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .contains("b.yaml:2:3: mcp.timout: unknown key; did you mean mcp.timeout?")
        .contains("b.yaml:3:3: mcp.idle_timeout: expected seconds");
  }

  @Test
  void aWrongOptionComesWithTheWayToHelp() throws IOException, InterruptedException {
    assertThat(run("--nope")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).endsWith("Try: belay wrap --help\n");
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    var given = shell.shell();
    return new WrapCommand(given.environment(), given.err())
        .run(List.of(args), given.in(), given.out());
  }
}

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
        "--timeout abc -- true|belay: --timeout: expected seconds, such as"
            + " 30, 0.5 or 5m, found 'abc'",
        "--timeout 99999h -- true|expected at most ten years",
        "--isolation none -- true|--isolation: ",
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

  @Test
  @DisplayName("SEC-M6: a terminal obeys nothing of a report that quotes what came from elsewhere")
  void aTerminalObeysNoReport() throws IOException, InterruptedException {
    var hostile = "\u001b]52;c;AAAA\u0007 \u009b2J \u202e é";
    assertThat(run("--", "/nowhere/" + hostile)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).contains("cannot start /nowhere/" + hostile);
    int before = shell.err().length();

    shell.onTerminal();
    assertThat(run("--", "/nowhere/" + hostile)).isEqualTo(ExitCode.OK);
    assertThat(run("--timeout", hostile, "--", "true")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--" + hostile)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err().substring(before))
        .contains("cannot start /nowhere/?]52;c;AAAA? ?2J ? é")
        .doesNotContain("\u001b", "\u0007", "\u009b", "\u202e");
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return new WrapCommand(shell.shell()).run(List.of(args));
  }
}

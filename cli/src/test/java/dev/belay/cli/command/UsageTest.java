package dev.belay.cli.command;

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

@DisplayName("Bad input: what cannot be understood is named, and the exit code is 2")
final class UsageTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @Test
  @DisplayName(
      "Of a broken configuration belay ps tells the first error, how many more there are, and"
          + " where")
  void othersTellTheFirstOfManyErrors() throws IOException, InterruptedException {
    var file = write("mcp:\n  timout: 3\n  idle_timeout: soon\nserver: {}\n");

    assertThat(Subcommands.run("ps", List.of("--config", file), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .contains(
            ": mcp.timout: unknown key; did you mean mcp.timeout? There are 2 more errors; belay"
                + " config check --config "
                + file
                + " tells all. Or say where it listens: --url");

    var one = write("mcp:\n  idle_timeout: soon\n");
    assertThat(Subcommands.run("ps", List.of("--config", one), shell.shell()))
        .isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("found 'soon'. Or say where it listens: --url");
  }

  private String write(String text) throws IOException {
    return Files.writeString(dir.resolve("belay.yaml"), text).toString();
  }
}

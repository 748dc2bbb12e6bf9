package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay chat and belay turn run where no gateway runs and no server is configured")
final class NobodyServesTest {
  private final FakeShell shell = new FakeShell();
  @TempDir private Path directory;

  @BeforeEach
  void keepState() {
    shell.with("XDG_STATE_HOME", directory.resolve("state").toString());
  }

  private ExitCode run(String command, String word, String... more)
      throws IOException, InterruptedException {
    var config =
        Files.writeString(
            directory.resolve("belay.yaml"),
            // Nothing listens at port 1.
            "http: { port: 1 }\n" + String.join("\n", more));
    var words =
        command.equals("turn")
            ? List.of("run", word, "--config", config.toString())
            : List.of(word, "--config", config.toString());
    return shell.run(command, words);
  }

  @Test
  @DisplayName("The demonstration answers, with the sample tools, and one line says so")
  void aConversation() throws IOException, InterruptedException {
    assertThat(run("chat", "read pom.xml")).as(shell.err()).isEqualTo(ExitCode.OK);

    assertThat(shell.out())
        .startsWith("Let me read pom.xml.\nThis is what read_file gave me:\n")
        .contains("<artifactId>");
    assertThat(shell.err().lines().toList())
        .hasSize(2)
        .element(0)
        .asString()
        .startsWith(
            "belay: no belay serve runs here: starting one for this conversation, with the sample"
                + " tools, which may read files below ");
  }

  @Test
  void aTurn() throws IOException, InterruptedException {
    var turn =
        Files.writeString(
            directory.resolve("t.json"),
            "{\"toolUses\":[{\"id\":\"a\",\"name\":\"read_file\",\"input\":{\"path\":\"pom.xml\"}}]}");

    assertThat(run("turn", turn.toString())).as(shell.err()).isEqualTo(ExitCode.OK);

    assertThat(shell.out()).startsWith("# read_file (a)\n").contains("<artifactId>");
    assertThat(shell.err())
        .startsWith("belay: no belay serve runs here: starting one for this turn");
  }

  @Test
  @DisplayName("What the gateway finds wrong with a turn is said with the file's name")
  void aTurnThatIsNone() throws IOException, InterruptedException {
    var turn = Files.writeString(directory.resolve("t.json"), "{\"toolUses\":7}");

    assertThat(run("turn", turn.toString())).isEqualTo(ExitCode.USAGE);

    assertThat(shell.err()).contains("\nbelay: " + turn + ": ");
  }
}

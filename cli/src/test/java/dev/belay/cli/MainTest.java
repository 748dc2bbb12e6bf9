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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({
    "fly,belay: unknown command 'fly'",
    "cal,belay: unknown command 'cal'; did you mean call?",
    "--versoin,belay: unknown option --versoin; did you mean --version?"
  })
  @DisplayName("Bad input: what is unknown is named, with the nearest that is known")
  void anUnknownCommandIsNamedOnStandardErrorAlone(String word, String said)
      throws IOException, InterruptedException {
    assertThat(run(word)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).isEqualTo(said + "\nTry: belay --help\n");
  }

  @ParameterizedTest
  @CsvSource({
    "stop,belay cancel ID stops a call",
    "list,belay tools lists a server's tools",
    "status,belay health shows the state of a gateway",
    "init,belay import puts Belay before the servers",
    "start,belay serve serves servers at a URL",
    "log,belay logs tells what happened"
  })
  @DisplayName("HOUR-15: what people try under another name says where it is")
  void otherNames(String word, String said) throws IOException, InterruptedException {
    assertThat(run(word)).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).startsWith("belay: unknown command '" + word + "'; " + said);
  }

  @ParameterizedTest
  @ValueSource(strings = {"help", "--help", "-h"})
  @DisplayName("Help on help is the help")
  void helpOnHelp(String word) throws IOException, InterruptedException {
    assertThat(run("help", word)).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).startsWith("Usage: belay COMMAND [OPTIONS]");
  }

  @Test
  @DisplayName("HOUR-15: an unknown topic is answered with the nearest one")
  void unknownTopic() throws IOException, InterruptedException {
    assertThat(run("help", "limts")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .isEqualTo(
            "belay help: there is no command and no topic 'limts'; did you mean limits?\n"
                + "Try: belay help, or belay help topics\n");
  }

  @ParameterizedTest
  @CsvSource({"--,CMD", "npx,npx …"})
  @DisplayName("HOUR-15: a server's command alone is shown behind the commands that take one")
  void aServerAlone(String word, String shown) throws IOException, InterruptedException {
    assertThat(run(word, "-y", "some-server")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err())
        .contains("belay wrap -- " + shown, "belay serve -- " + shown, "call TOOL -- " + shown);
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

  @Test
  void noCommandAtAllIsAnErrorThatExplains() throws IOException, InterruptedException {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).startsWith("Usage: belay COMMAND [OPTIONS]\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "help"})
  void helpIsAResult(String word) throws IOException, InterruptedException {
    assertThat(run(word)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEmpty();
    assertThat(shell.out())
        .startsWith("Usage: belay COMMAND [OPTIONS]\n\nRuns every call of an MCP server's tools")
        .contains("Examples:\n  belay wrap -- npx -y @modelcontextprotocol/server-filesystem .\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "wrap;Usage: belay wrap [OPTIONS] [--] COMMAND...",
        "call;Usage: belay call TOOL [key=value...] [OPTIONS] (-- CMD... | --url URL | --server"
            + " NAME)",
        "tools;Usage: belay tools [OPTIONS] (-- CMD... | --url URL | --server NAME)",
        "config;Usage: belay config (show | check | approvals | schema) [OPTIONS] [-- CMD... |"
            + " --url URL]"
      })
  void everyCommandExplainsItself(String command, String usage)
      throws IOException, InterruptedException {
    assertThat(run(command, "--help")).isEqualTo(ExitCode.OK);
    assertThat(run("help", command)).isEqualTo(ExitCode.OK);

    var half = shell.out().length() / 2;
    assertThat(shell.out().substring(0, half)).isEqualTo(shell.out().substring(half));
    assertThat(shell.out()).startsWith(usage + "\n").contains("\nExamples:\n");
    assertThat(shell.out()).contains("--idle-timeout=S", "Exit codes: 0");
    assertThat(shell.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(shell.err()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "turn;Usage: belay turn run FILE [--json] [OPTIONS] [-- CMD...]",
        "chat;Usage: belay chat [MESSAGE] [--agent NAME] [OPTIONS] [-- CMD...]"
      })
  void whatRunsTurnsExplainsItself(String command, String usage)
      throws IOException, InterruptedException {
    assertThat(run("help", command)).isEqualTo(ExitCode.OK);

    assertThat(shell.out()).startsWith(usage + "\n").contains("\nExamples:\n");
    assertThat(shell.out()).contains("--url=URL", "--mcp-config=FILE", "Exit codes: 0");
    assertThat(shell.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(shell.err()).isEmpty();
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return Main.run(List.of(args), shell.shell());
  }
}

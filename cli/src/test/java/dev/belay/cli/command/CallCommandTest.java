package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.fault.Gate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
    "J18: a call from the command line has the limits of every other, and says how it ended")
@Tag("process")
final class CallCommandTest {
  @TempDir private Path dir;
  private final FakeShell shell = new FakeShell();

  @Test
  void theOnlyServerOfTheConfigurationNeedsNoName() throws IOException, InterruptedException {
    var file = Files.writeString(dir.resolve("one.json"), "{\"mcpServers\":{\"a\":" + NONE + "}}");
    assertThat(run("echo", "--mcp-config", file.toString())).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("cannot start no-such-command-here");
  }

  @Test
  @DisplayName("Bad input: which of several servers is meant has to be said")
  void ofSeveralServersOneHasToBeNamed() throws IOException, InterruptedException {
    var two = "{\"mcpServers\":{\"a\":" + NONE + ",\"b\":" + NONE + "}}";
    var file = Files.writeString(dir.resolve("two.json"), two);
    assertThat(run("echo", "--mcp-config", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("which server? Add --server NAME; there are a, b");
  }

  private static final String NONE = "{\"command\":\"no-such-command-here\"}";

  @Test
  void aToolThatIsUnknownIsAnError() throws IOException, InterruptedException {
    assertThat(call("no_such_tool")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).contains("warning: the server lists no tool 'no_such_tool'");
  }

  @Test
  @DisplayName("HOUR-15: what is no MCP server is told so, and its words are shown once")
  void noServerAtAll() throws IOException, InterruptedException {
    assertThat(run("echo", "--", "cat")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("repeats what it reads, and is no MCP server");
    assertThat(run("echo", "--", "sh", "-c", "read line; echo these words >&2; exit 3"))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .containsOnlyOnce("\nthese words\n")
        .contains("(exit code 3). What it wrote is above.")
        .doesNotContain("PATH searched");
  }

  @Test
  void progressIsALineASecondWhereThereIsNoTerminal() throws IOException, InterruptedException {
    var gate = new Gate(dir.resolve("gate"));
    var ended =
        shell.start("call", List.of(server(List.of("progress", "steps=4", "end=" + gate.file()))));
    shell.awaitErr("/4 step ");
    gate.open();
    assertThat(ended.join()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("done\n");
    assertThat(shell.err()).containsPattern("belay: progress [1-9]\\d*s: [1-4]/4 step ");
  }

  @Test
  void aServerOfTheModernEraIsCalledInItsOwnWay() throws IOException, InterruptedException {
    assertThat(run(server(List.of("echo", "text=hello"), "--era", "modern")))
        .isEqualTo(ExitCode.OK);
    assertThat(run(server(List.of("ask", "method=elicitation/create"), "--era", "modern")))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).isEqualTo("hello\n");
    assertThat(shell.err())
        .startsWith("The server needs an answer to elicitation/create, and this client has not");
  }

  @Test
  void aQuestionOfTheServerIsRefusedInsteadOfHanging() throws IOException, InterruptedException {
    assertThat(call("ask", "method=sampling/createMessage")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("-32601", "answers no questions");
  }

  @Test
  @DisplayName("Every per-server setting works for a call as for wrap")
  void settingsReachTheServer() throws IOException, InterruptedException {
    assertThat(call("env", "name=Q", "--env", "Q=5", "--env=R=6", "--isolation", "call"))
        .isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("5\n");
  }

  @Test
  void theServersStandardErrorPassesAsItIs() throws IOException, InterruptedException {
    assertThat(call("stderr", "lines=2")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).contains("stderr line 1\n", "stderr line 2\n");
  }

  @Test
  void aToolThatWantsATextGetsOneEvenIfItLooksLikeANumber()
      throws IOException, InterruptedException {
    var tools =
        Files.writeString(
            dir.resolve("tools.json"),
            "[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"text\":"
                + "{\"type\":\"string\"}}}}]");

    assertThat(run(server(List.of("echo", "text=5"), "--tools-file", tools.toString())))
        .isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("5\n");
  }

  @Test
  @DisplayName("Bad input: a glob that matches nothing is a warning")
  void aGlobWithoutToolsIsOdd() throws IOException, InterruptedException {
    var config =
        Files.writeString(dir.resolve("b.yaml"), "tools:\n  \"eco*\": { timeout: 5 }\n").toString();

    assertThat(call("echo", "text=x", "--config", config)).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo("x\n");
    assertThat(shell.err())
        .isEqualTo("belay: warning: " + config + ":2:3: tools.\"eco*\": matches no tool\n");
  }

  @Test
  @DisplayName(
      "A server of a client's file gets what the file names, and not all of our environment")
  void aConfiguredServerCanBeCalled() throws IOException, InterruptedException {
    var command = FaultyServers.command();
    var args = new ArrayList<String>();
    command.subList(1, command.size()).forEach(arg -> args.add("\"" + arg + "\""));
    var file =
        Files.writeString(
                dir.resolve("mcp.json"),
                "{\"mcpServers\":{\"faulty\":{\"command\":\"%s\",\"args\":%s,\"env\":{\"A\":\"b\"}}}}"
                    .formatted(command.getFirst(), args))
            .toString();
    shell.with("SECRET", "s");

    assertThat(run("env", "name=A", "--mcp-config", file, "--server", "faulty"))
        .isEqualTo(ExitCode.OK);
    assertThat(run("env", "name=SECRET", "--mcp-config", file, "--server", "faulty"))
        .isEqualTo(ExitCode.OK);
    assertThat(run("env", "--mcp-config", file, "--server", "fault")).isEqualTo(ExitCode.USAGE);
    assertThat(run("env", "--mcp-config", file, "--server", "other")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.out()).isEqualTo("b\nnull\n");
    assertThat(shell.err())
        .contains(
            "no server 'fault' in the configuration; did you mean 'faulty'? There are: faulty")
        .contains("no server 'other' in the configuration. There are: faulty");
  }

  @Test
  @DisplayName("130 when interrupted, also while the server still starts")
  void aPersonNeedNotWaitForTheStart() {
    var ended = shell.start("call", List.of(server(List.of("echo", "text=x"), "--silent-start")));

    shell.interrupt();

    assertThat(ended.join()).isEqualTo(ExitCode.INTERRUPTED);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).isEqualTo("belay: [CANCELLED] Call cancelled by user. (Ctrl-C)\n");
  }

  @Test
  void aServerThatNeverAnswersItsOpeningIsGivenUp() throws IOException, InterruptedException {
    assertThat(run(server(List.of("echo", "--startup-timeout", "2"), "--silent-start")))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("did not answer initialize within 2s (startup_timeout)");
  }

  @Test
  @DisplayName("SEC-M6: a terminal obeys nothing of a result, and a file has it as it came")
  void aTerminalObeysNoResult() throws IOException, InterruptedException {
    var hostile = "\u001b]52;c;AAAA\u0007 \u009b2J \u202e é";
    var arguments = "{\"text\":\"\\u001b]52;c;AAAA\\u0007 \\u009b2J \\u202e \\u00e9\"}";
    var words = server(List.of("echo", "--args", arguments));
    assertThat(run(words)).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).isEqualTo(hostile + "\n");

    var script = Path.of("/usr/bin/script");
    assumeThat(script).as("script of util-linux opens the terminal").isExecutable();
    var all = new ArrayList<>(List.of("call"));
    all.addAll(List.of(words));
    var belay = BelayProcess.startOnTerminal(script, dir, all);
    assertThat(belay.process().waitFor()).isZero();
    assertThat(belay.out())
        .contains("?]52;c;AAAA? ?2J ? é")
        .doesNotContain("\u001b]", "\u0007", "\u009b", "\u202e");
  }

  private ExitCode call(String... words) throws IOException, InterruptedException {
    return run(server(List.of(words)));
  }

  private static String[] server(List<String> words, String... options) {
    var all = new ArrayList<>(words);
    all.add("--");
    all.addAll(FaultyServers.command(options));
    return all.toArray(String[]::new);
  }

  private ExitCode run(String... args) throws IOException, InterruptedException {
    return shell.run("call", args);
  }
}

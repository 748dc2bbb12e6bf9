package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@DisplayName("belay doctor: one page of what is there and what is wrong, and nothing changed")
final class DoctorCommandTest {
  @TempDir Path directory;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(directory.resolve("home"));
    Files.createDirectories(directory.resolve("project"));
    shell.with("HOME", directory.resolve("home").toString());
    // A port at which nothing listens.
    try (var socket = new ServerSocket(0)) {
      write("project/belay.yaml", "http: { port: " + socket.getLocalPort() + " }\n");
    }
  }

  private void write(String name, String text) throws IOException {
    var path = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text);
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return Subcommands.run(
        new DoctorCommand(directory.resolve("project"), Time.system()),
        List.of(words),
        shell.shell());
  }

  private static String entry(List<String> command) {
    return "{ \"command\": "
        + Json.quote(command.getFirst())
        + ", \"args\": "
        + command.stream().skip(1).map(Json::quote).collect(Collectors.joining(",", "[", "]"))
        + " }";
  }

  @Test
  void everyServerIsStartedOnceAndMeasured() throws IOException, InterruptedException {
    var echo = entry(FaultyServers.command());
    write("project/.mcp.json", "{\"mcpServers\":{\"echo\":" + echo + "}}");
    write("home/.cursor/mcp.json", "{\"mcpServers\":{\"echo\":" + echo + "}}");
    var before = Files.readString(directory.resolve("project/.mcp.json"));
    assertThat(run()).as(shell.out()).isEqualTo(ExitCode.OK);
    assertThat(shell.out())
        .contains("belay  ".strip(), "heap ", "processes held by ", "belay.yaml: valid")
        .contains("none at http://127.0.0.1:")
        .containsPattern("Claude Code +1 +\\S+/project/.mcp.json +belay import wraps 1\n")
        .containsPattern("\necho +[1-9][0-9]* +[0-9]+ +[0-9]+ +0 +[0-9]+ +Claude Code, Cursor +in ")
        .endsWith("\nAll is well.\n");
    assertThat(shell.err()).isEmpty();
    assertThat(Files.readString(directory.resolve("project/.mcp.json"))).isEqualTo(before);
  }

  @Test
  @DisplayName("What is wrong is named: commands, shells, secrets, names, files, configuration")
  void whatIsWrong() throws IOException, InterruptedException {
    write("project/belay.yaml", "mcp: { timeot: 9 }\n");
    write(
        "project/.mcp.json",
        """
        {"mcpServers": {
          "gone": { "command": "no-such-program-here" },
          "bare": { "command": "npx" },
          "line": { "command": "npx -y x" },
          "shell": { "command": "sh", "args": ["-c", "exit 0"] },
          "key": { "url": "http://127.0.0.1:9/mcp", "headers": { "Authorization": "Bearer abcdefghijkl" } },
          "off": { "command": "sh", "disabled": true }
        }}
        """);
    write("project/.cursor/mcp.json", "{\"mcpServers\":{\"a\":{\"command\":\"sh\"}}}");
    write(
        "home/.cursor/mcp.json", "{\"mcpServers\":{\"a\":{\"command\":\"sh\",\"args\":[\"-c\"]}}}");
    write("home/.codex/config.toml", "[mcp_servers");
    assertThat(run("--no-start", "--json")).isEqualTo(ExitCode.ERROR);
    var page = Json.parse(shell.out().strip());
    var wrong = page.at("wrong").items().stream().map(Json::text).collect(Collectors.joining("\n"));
    assertThat(wrong)
        .contains("timeot")
        .containsPattern("gone \\(.*\\): command not found: no-such-program-here")
        .containsPattern("bare \\(.*\\): npx without args names no server")
        .containsPattern("line \\(.*\\): its command is a whole line")
        .containsPattern("key \\(.*\\): headers.Authorization looks like a secret")
        .containsPattern("a: is in .*/project/.cursor/mcp.json and in .*; Cursor takes one")
        .containsPattern("config.toml: line 1: expected ]")
        .doesNotContain("abcdefghijkl");
    assertThat(page.at("notes").items().stream().map(Json::text))
        .anyMatch(note -> note.contains("it runs through a shell (sh)"));
    assertThat(page.at("well").raw()).isEqualTo("false");
    assertThat(page.at("servers").items())
        .allSatisfy(server -> assertThat(server.at("not_started").text()).isEqualTo("not started"));
  }

  @Test
  @DisplayName("A server that does not start, and one that never answers, are told in time")
  void whatDoesNotAnswer() throws IOException, InterruptedException {
    write(
        "project/.mcp.json",
        "{\"mcpServers\":{\"dead\":"
            + entry(FaultyServers.command("--exit-at-start", "7"))
            + ",\"gone\":{\"command\":\"no-such-program-here\"},\"mute\":{\"command\":\"sleep\",\"args\":[\"987\"]}}}");
    assertThat(run("--timeout", "2")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out())
        .containsPattern("dead \\(Claude Code\\): .*exit code 7")
        .containsPattern("mute \\(Claude Code\\): .*2 ?s")
        .containsPattern("\ngone +-.*cannot be started\n")
        .endsWith("3 things are wrong.\n");
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 987"));
  }

  @Test
  void aGatewayThatClientsNeedMustRun() throws IOException, InterruptedException {
    var yaml = Files.readString(directory.resolve("project/belay.yaml"));
    var port = yaml.replaceAll("\\D", "");
    write(
        "project/.mcp.json",
        "{\"mcpServers\":{\"belay\":{\"url\":\"http://127.0.0.1:" + port + "/mcp\"}}}");
    assertThat(run()).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out())
        .contains("- nothing listens at http://127.0.0.1:" + port + ". Start it with: belay serve")
        .contains("is belay serve\n");
    assertThat(run("--timeout", "0")).isEqualTo(ExitCode.USAGE);
  }
}

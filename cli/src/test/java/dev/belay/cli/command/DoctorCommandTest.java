package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay doctor: one page of what is there and what is wrong, and nothing changed")
@Tag("process")
final class DoctorCommandTest {
  @TempDir Path directory;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(directory.resolve("home"));
    Files.createDirectories(directory.resolve("project"));
    shell.with("HOME", directory.resolve("home").toString());
    // Nothing listens at port 1.
    write("project/belay.yaml", "http: { port: 1 }\n");
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

  private static long starts(Path log) throws IOException {
    return Files.exists(log)
        ? Files.readAllLines(log).stream().filter(line -> line.contains("pid")).count()
        : 0;
  }

  @Test
  void everyServerIsStartedOnceAndMeasured() throws IOException, InterruptedException {
    var log = directory.resolve("log");
    var echo = entry(FaultyServers.command("--log", log.toString()));
    write("project/.mcp.json", "{\"mcpServers\":{\"echo\":" + echo + "}}");
    write("home/.cursor/mcp.json", "{\"mcpServers\":{\"echo\":" + echo + "}}");
    var before = Files.readString(directory.resolve("project/.mcp.json"));
    assertThat(run()).as(shell.out()).isEqualTo(ExitCode.OK);
    assertThat(starts(log)).isEqualTo(1);
    assertThat(shell.out())
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
        .containsPattern("config.toml: line 1: expected ]")
        .doesNotContain("abcdefghijkl");
    assertThat(page.at("notes").items().stream().map(Json::text))
        .anyMatch(note -> note.contains("it runs through a shell (sh)"))
        .anyMatch(note ->
            note.matches("a: is in .*/project/.cursor/mcp.json and in .*; Cursor takes one"));
    assertThat(page.at("well").raw()).isEqualTo("false");
    assertThat(page.at("servers").items())
        .allSatisfy(server -> assertThat(server.at("not_started").text()).isEqualTo("not started"));
  }

  @Test
  @DisplayName("A server that does not start, and one that never answers, are told in time")
  void whatDoesNotAnswer() throws IOException, InterruptedException {
    var broken =
        "{\"mcpServers\":{\"dead\":"
            + entry(List.of("sh", "-c", "exit 7"))
            + ",\"gone\":{\"command\":\"no-such-program-here\"}";
    write("project/.mcp.json", broken + "}}");
    assertThat(run("--start")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).containsPattern("dead \\(Claude Code\\): .*exit code 7");
    write("project/.mcp.json", broken + ",\"mute\":{\"command\":\"sleep\",\"args\":[\"987\"]}}}");
    assertThat(run("--start", "--timeout", "2")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.out())
        .containsPattern("mute \\(Claude Code\\): .*2 ?s")
        .containsPattern("\ngone +-.*cannot be started\n")
        .endsWith("3 things are wrong.\n");
    assertThat(ProcessHandle.current().descendants())
        .noneMatch(process -> process.info().commandLine().orElse("").contains("sleep 987"));
  }

  @Test
  @DisplayName("Servers of this folder's files, which others may have written, wait for a yes")
  void serversOfTheFolderAreAskedFor() throws IOException, InterruptedException {
    var ofFolder = directory.resolve("of-folder");
    var ofUser = directory.resolve("of-user");
    write(
        "project/.cursor/mcp.json",
        "{\"mcpServers\":{\"theirs\":"
            + entry(FaultyServers.command("--log", ofFolder.toString()))
            + "}}");
    write(
        "home/.cursor/mcp.json",
        "{\"mcpServers\":{\"mine\":"
            + entry(FaultyServers.command("--log", ofUser.toString()))
            + "}}");
    assertThat(run()).as(shell.out()).isEqualTo(ExitCode.OK);
    assertThat(List.of(starts(ofFolder), starts(ofUser))).containsExactly(0L, 1L);
    assertThat(shell.err()).isEmpty();
    assertThat(shell.out())
        .containsPattern("\ntheirs +-.*not started: of this folder\n")
        .contains("files of this folder name them: theirs; ", "belay doctor --start\n");

    assertThat(typing("n\n")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).startsWith("Start the server of this folder's files? [y/N] ");
    assertThat(starts(ofFolder)).isZero();
    assertThat(typing("y\n")).isEqualTo(ExitCode.OK);
    assertThat(starts(ofFolder)).isEqualTo(1);

    shell = fresh();
    assertThat(run("--start")).isEqualTo(ExitCode.OK);
    assertThat(starts(ofFolder)).isEqualTo(2);
    assertThat(run("--start", "--no-start")).isEqualTo(ExitCode.USAGE);
  }

  private FakeShell fresh() {
    return new FakeShell().with("HOME", directory.resolve("home").toString());
  }

  private ExitCode typing(String keys) throws IOException, InterruptedException {
    shell = fresh().onTerminal().typing(new ByteArrayInputStream(keys.getBytes(UTF_8)));
    return run();
  }

  @Test
  @DisplayName("The gateway's own entry, or an equal one, in several files of a client is no fault")
  void sameEntriesAreNoFault() throws IOException, InterruptedException {
    var port = Files.readString(directory.resolve("project/belay.yaml")).replaceAll("\\D", "");
    var at = "http://127.0.0.1:" + port;
    for (var file : List.of("project/.cursor/mcp.json", "home/.cursor/mcp.json")) {
      // One names a path that the other does not.
      var url = at + "/mcp" + (file.startsWith("home") ? "?from=home" : "");
      write(
          file,
          "{\"mcpServers\":{\"belay\":{\"url\":\""
              + url
              + "\"},\"same\":{\"command\":\"sh\",\"disabled\":true}}}");
    }
    var _ = run("--no-start");
    assertThat(shell.out()).doesNotContain("takes one");
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

package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("belay import --serve: what moves, what stays, and why")
final class ImportServeTest {
  private static final String URL = "http://127.0.0.1:3002/mcp";

  @TempDir Path directory;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(project());
    shell = new FakeShell().with("HOME", directory.resolve("home").toString());
  }

  private Path project() {
    return directory.resolve("project");
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    var all = new ArrayList<>(List.of("--serve", "--belay=/opt/belay/bin/belay"));
    all.addAll(List.of(words));
    return Subcommands.run(new ImportCommand(project()), all, shell.shell());
  }

  private Path write(String name, String text) throws IOException {
    var path = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    return Files.writeString(path, text.replace('\'', '"'));
  }

  private String yaml() throws IOException {
    return Files.readString(project().resolve("belay.yaml"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'a': {'command':'a'}, OURS | OURS",
        "OURS, 'a': {'command':'a'} | OURS",
        "'a': {'command':'a'}, 'b': {'command':'b'}, OURS, 'c': {'command':'c'} | OURS",
        "'a': {'command':'a'}, 'off': {'command':'b','disabled':true}, OURS"
            + " | 'off': {'command':'b','disabled':true}, OURS",
      })
  @DisplayName("A second import keeps the entry of Belay as it stands, with its token")
  void theTokenStays(String before, String after) throws IOException, InterruptedException {
    var ours =
        "'belay': {'type': 'http', 'url': '" + URL + "', 'headers': {'Authorization': 'Bearer t'}}";
    var file =
        write("project/.mcp.json", "{'mcpServers': { " + before.replace("OURS", ours) + " }}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(file))
        .isEqualTo(("{'mcpServers': { " + after.replace("OURS", ours) + " }}").replace('\'', '"'));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:3002/mcp",
        "http://LOCALHOST:3002/sse",
        "http://[::1]:3002/mcp/",
        "http://127.0.0.1:3002/mcp?x=1",
        URL
      })
  @DisplayName("Belay does not become a server of its own, whatever its name and host")
  void noLoop(String url) throws IOException, InterruptedException {
    write(
        "project/.mcp.json",
        "{'mcpServers':{'gate':{'type':'http','url':'" + url + "'},'a':{'command':'a'}}}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(yaml()).contains("\"a\":").doesNotContain("gate", "3002");
    assertThat(Files.readString(project().resolve(".mcp.json")))
        .isEqualTo(
            ("{'mcpServers':{'gate':{'type':'http','url':'" + url + "'}}}").replace('\'', '"'));
  }

  @Test
  @DisplayName("A server of another kind that is named belay keeps its name, and ours gets another")
  void aForeignBelay() throws IOException, InterruptedException {
    var file =
        write(
            "project/.mcp.json",
            "{'mcpServers':{'belay':{'command':'b','disabled':true},'a':{'command':'a'}}}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(file))
        .isEqualTo(
            ("{'mcpServers':{'belay':{'command':'b','disabled':true},'belay-gateway': { 'type':"
                    + " 'http', 'url': '"
                    + URL
                    + "' }}}")
                .replace('\'', '"'));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'includeTools':['x'] | its includeTools would be lost",
        "'excludeTools':['x'] | its excludeTools would be lost",
        "'trust':true | its trust would be lost",
        "'enabled':false | it is disabled",
      })
  @DisplayName("Gemini CLI: a server that is limited there stays there")
  void limitsStay(String limit, String why) throws IOException, InterruptedException {
    var file =
        write(
            "project/.gemini/settings.json",
            "{'mcpServers':{'l':{'command':'l'," + limit + "},'a':{'command':'a'}}}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(file)).contains("\"l\":{\"command\":\"l\",");
    assertThat(yaml()).contains("\"a\":").doesNotContain("\"l\":");
    assertThat(shell.out()).contains("l  stays as it is: " + why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "enabled_tools = ['x']",
        "disabled_tools = ['x']",
        "bearer_token_env_var = 'T'",
        "enabled = false"
      })
  void limitsOfCodexStay(String limit) throws IOException, InterruptedException {
    var text = "[mcp_servers.l]\nurl = 'https://l.example.com/mcp'\n" + limit + "\n";
    var file = write("home/.codex/config.toml", text + "[mcp_servers.a]\ncommand = 'a'\n");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(file)).startsWith(text.replace('\'', '"'));
    assertThat(yaml()).contains("\"a\":").doesNotContain("l.example.com");
  }

  @Test
  @DisplayName("Keys that are left out are shown before anything is written")
  void leftOutIsShown() throws IOException, InterruptedException {
    write("project/.mcp.json", "{'mcpServers':{'a':{'command':'a','timeout':5,'alwaysAllow':[]}}}");
    assertThat(run("--dry-run")).isEqualTo(ExitCode.OK);
    assertThat(shell.out())
        .contains("a  goes behind belay serve: as a, without alwaysAllow, timeout");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "'wrap','--timeout','600','--','c' | it is wrapped with --timeout; give its settings in"
            + " belay.yaml",
        "'wrap','--timeout=600','c' | it is wrapped with --timeout; give its settings in"
            + " belay.yaml",
        "'wrap' | belay wrap has no command behind it",
        "'wrap','--' | belay wrap has no command behind it",
        "'wrap','--tiemout','600','c' | belay wrap refuses it: unknown option --tiemout; did you"
            + " mean --timeout? Options of the server itself go after --",
      })
  @DisplayName("A server that is wrapped with options, or without a command, stays")
  void wrappedWithOptions(String args, String why) throws IOException, InterruptedException {
    var file =
        write(
            "project/.mcp.json",
            "{'mcpServers':{'w':{'command':'/x/belay','args':["
                + args
                + "]},'a':{'command':'belay','args':['wrap','a','--','b']}}}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("w  stays as it is: " + why + "\n");
    assertThat(Files.readString(file)).contains("/x/belay");
    assertThat(yaml()).contains("command: \"a\"", "args: [\"--\", \"b\"]").doesNotContain("\"w\"");
  }

  @ParameterizedTest
  @CsvSource({"true, rw-------, git", "false, rw-r--r--, others", "false, rw-------, ''"})
  @DisplayName("Secrets that go into a file that others get to see are told before and after")
  void secretsInTheOpen(boolean inGit, String permissions, String warned)
      throws IOException, InterruptedException {
    if (inGit) {
      Files.createDirectories(directory.resolve(".git"));
    }
    var yaml = write("project/belay.yaml", "mcp: { timeout: 9 }\n");
    Files.setPosixFilePermissions(yaml, PosixFilePermissions.fromString(permissions));
    write(
        "project/.mcp.json",
        "{'mcpServers':{'s':{'command':'s','args':['--api-key','abc']},'a':{'command':'a'}}}");
    assertThat(run("--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).doesNotContain("abc");
    for (var said : List.of(shell.out(), shell.err())) {
      if (warned.isEmpty()) {
        assertThat(said).doesNotContain("Secrets of");
      } else {
        assertThat(said).contains("Secrets of s ", warned);
      }
    }
  }
}

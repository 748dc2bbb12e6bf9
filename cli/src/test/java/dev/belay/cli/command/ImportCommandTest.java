package dev.belay.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.clients.Samples;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Sources;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("belay import: shown, asked, written, and undone byte for byte")
final class ImportCommandTest {
  private static final String BELAY = "--belay=/opt/belay/bin/belay";
  private static final String ENTRY =
      "\"belay\": { \"type\": \"http\", \"url\": \"http://127.0.0.1:3002/mcp\" }";

  @TempDir Path directory;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void begin() throws IOException {
    Files.createDirectories(project());
    fresh();
  }

  private void fresh() {
    shell = new FakeShell().with("HOME", directory.resolve("home").toString());
  }

  private Path project() {
    return directory.resolve("project");
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return Subcommands.run(new ImportCommand(project()), List.of(words), shell.shell());
  }

  private Path write(String name, String text) throws IOException {
    var path = directory.resolve(name);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    return Files.writeString(path, text);
  }

  private void writeSamples() throws IOException {
    for (var sample : Samples.all().entrySet()) {
      write(sample.getKey(), sample.getValue());
    }
  }

  private Map<String, String> everything() throws IOException {
    var all = new TreeMap<String, String>();
    try (var files = Files.walk(directory)) {
      for (var file : files.filter(Files::isRegularFile).toList()) {
        all.put(directory.relativize(file).toString(), Files.readString(file));
      }
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--serve"})
  @DisplayName("Property: import, then undo, is nothing at all, for every sample")
  void undoIsTheInverse(String how) throws IOException, InterruptedException {
    writeSamples();
    shell.with("WEB", "x");
    var words = new ArrayList<>(List.of(BELAY, "--yes"));
    if (!how.isEmpty()) {
      words.add(how);
    }
    assertThat(run(words.toArray(String[]::new))).as(shell.err()).isEqualTo(ExitCode.OK);
    var after = everything();
    Samples.all().forEach((name, text) -> assertThat(after.get(name)).isNotEqualTo(text));
    assertThat(run("--undo")).isEqualTo(ExitCode.OK);
    assertThat(everything()).isEqualTo(Samples.all());
    assertThat(run("--undo")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).endsWith("belay: there is no import to undo\n");
  }

  @Test
  void aSecondImportChangesNothing() throws IOException, InterruptedException {
    writeSamples();
    assertThat(run(BELAY, "--yes")).isEqualTo(ExitCode.OK);
    var once = everything();
    fresh();
    assertThat(run(BELAY, "--yes")).isEqualTo(ExitCode.OK);
    assertThat(everything()).isEqualTo(once);
    assertThat(shell.out()).contains("stays as it is: it is wrapped already");
    assertThat(shell.err()).isEqualTo("belay: nothing to change\n");
  }

  @Test
  @DisplayName("Without a terminal, and without --yes, it shows and says what to do")
  void nothingIsWrittenUnasked() throws IOException, InterruptedException {
    write("project/.mcp.json", "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    assertThat(run(BELAY)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).isEqualTo("belay: nothing was written; to write it, add --yes\n");
    assertThat(run(BELAY, "--dry-run")).isEqualTo(ExitCode.OK);
    assertThat(everything())
        .hasSize(1)
        .containsValue("{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"y", "n", ""})
  void aPersonDecides(String typed) throws IOException, InterruptedException {
    var text = "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}";
    var file = write("project/.mcp.json", text);
    shell.onTerminal().typing(new ByteArrayInputStream((typed + "\n").getBytes(UTF_8)));
    assertThat(run(BELAY)).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).startsWith("Write 1 file? [y/N] ");
    assertThat(Files.readString(file).equals(text)).isEqualTo(!typed.equals("y"));
  }

  @Test
  void permissionsAndLinksStay() throws IOException, InterruptedException {
    var real = write("home/dotfiles/mcp.json", "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    var link = project().resolve(".mcp.json");
    Files.createSymbolicLink(link, real);
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-r-----"));
    assertThat(run(BELAY, "--yes")).isEqualTo(ExitCode.OK);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).contains("wrap");
    try (var all = Files.list(real.resolveSibling(""))) {
      assertThat(all.toList())
          .hasSize(2)
          .allSatisfy(file ->
              assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                  .isEqualTo("rw-r-----"));
    }
  }

  @Test
  @DisplayName("Bad input: a read-only file and a broken one are named; the others are written")
  void whatCannotBeWritten() throws IOException, InterruptedException {
    var text = "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}";
    var readOnly = write("project/.mcp.json", text);
    Files.setPosixFilePermissions(readOnly, PosixFilePermissions.fromString("r--r--r--"));
    var broken = write("project/.cursor/mcp.json", "{\"mcpServers\":\n{");
    var good = write("project/.gemini/settings.json", text);
    assertThat(run(BELAY, "--yes")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains("belay: " + readOnly + ": is read-only\n")
        .contains("belay: " + broken + ": line 2: is no JSON; it is left as it is\n");
    assertThat(Files.readString(readOnly)).isEqualTo(text);
    assertThat(Files.readString(good)).contains("wrap");
    assertThat(everything()).hasSize(4);
  }

  @Test
  @DisplayName("Where a client has written to its file since, undo gives the commands back alone")
  void undoOfAChangedFile() throws IOException, InterruptedException {
    var text =
        """
        {"starts":3,"mcpServers":{
          "a": { "command": "npx", "args": ["-y",  "x"] }, // mine
          "b": {"command":"b"}}}
        """;
    var file = write("project/.mcp.json", text);
    assertThat(run(BELAY, "--yes", file.toString())).isEqualTo(ExitCode.OK);
    Files.writeString(file, Files.readString(file).replace("\"starts\":3", "\"starts\":4"));
    assertThat(run("--undo")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).contains("what was changed in it after the import stays");
    assertThat(Files.readString(file))
        .isEqualTo(
            text.replace("\"starts\":3", "\"starts\":4")
                .replace("{\"command\":\"b\"}", "{\"command\":\"b\", \"args\": []}"));
    assertThat(everything()).hasSize(1);
  }

  @Test
  @DisplayName("What was changed after the import is not lost without --force")
  void undoRefusesAChangedFile() throws IOException, InterruptedException {
    var text = "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}";
    var file = write("project/.mcp.json", text);
    assertThat(run(BELAY, "--yes", file.toString())).isEqualTo(ExitCode.OK);
    Files.writeString(file, "{\"mcpServers\":{\"other\":{\"command\":\"a\"}}}");
    var changed = Files.readString(file);
    assertThat(run("--undo")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("was changed after the import", "--force puts it back");
    assertThat(Files.readString(file)).isEqualTo(changed);
    assertThat(run("--undo", "--force")).isEqualTo(ExitCode.OK);
    assertThat(everything())
        .hasSize(2)
        .containsEntry("project/.mcp.json", text)
        .containsValue(changed);
  }

  @Test
  @DisplayName("--serve: one URL in each client, and its servers in belay.yaml, which is valid")
  void allBehindOneUrl() throws IOException, InterruptedException {
    writeSamples();
    write(
        "project/belay.yaml",
        "# mine\nmcpServers:\n    own: { command: own }\nmcp: { timeout: 9 }\n");
    shell.with("WEB", "secret");
    assertThat(run(BELAY, "--serve", "--yes")).as(shell.err()).isEqualTo(ExitCode.OK);
    var yaml = Files.readString(project().resolve("belay.yaml"));
    assertThat(yaml)
        .startsWith("# mine\nmcpServers:\n    \"")
        .endsWith("    own: { command: own }\nmcp: { timeout: 9 }\n");
    var sources = new Sources(project(), null, List.of(), Map.of("WEB", "secret"), List.of(), null);
    assertThat(Config.load(sources)).isInstanceOf(Loaded.Good.class);
    assertThat(Config.servers(sources))
        .contains("own", "files", "docs", "docs-codex", "github", "db", "web", "far", "a", "b")
        .doesNotContain("py");
    assertThat(Files.readString(project().resolve(".mcp.json")))
        .isEqualTo("{\n  \"mcpServers\": {\n    " + ENTRY + "\n  }\n}\n");
    assertThat(Files.readString(directory.resolve("home/.codex/config.toml")))
        .contains("\n[mcp_servers.belay]\nurl = \"http://127.0.0.1:3002/mcp\"\n")
        .contains("\n# variables of docs\n", "\n[tui]\n")
        .doesNotContain("mcp_servers.docs", "plain", "far.example");
    assertThat(Files.readString(project().resolve(".vscode/mcp.json")))
        .contains("--key=${input:key}", ENTRY)
        .doesNotContain("plain-server");
    assertThat(shell.out())
        .contains("stays as it is: it uses ${input:key}, which its client alone knows")
        .doesNotContain("ghp_abc");
    assertThat(shell.err()).contains("Start it with: belay serve");
    fresh();
    shell.with("WEB", "secret");
    assertThat(run(BELAY, "--serve", "--yes")).isEqualTo(ExitCode.OK);
    assertThat(shell.err()).isEqualTo("belay: nothing to change\n");
  }

  @Test
  @DisplayName(
      "A configuration that would not be valid stops all of it, before anything is written")
  void anInvalidConfigurationIsNotWritten() throws IOException, InterruptedException {
    write(
        "project/.mcp.json",
        "{\"mcpServers\":{\"a\":{\"command\":\"a\",\"args\":[\"${NOT_SET}\"]}}}");
    var before = everything();
    assertThat(run(BELAY, "--serve", "--yes")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .contains("the environment variable NOT_SET is not set")
        .endsWith("belay: the configuration would not be valid; nothing was written\n");
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void withoutAnyFileItSaysSo() throws IOException, InterruptedException {
    assertThat(run(BELAY)).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .startsWith("belay: no client's file names a server. These places were looked at:\n")
        .contains("  Claude Code     " + project().resolve(".mcp.json") + "\n")
        .contains("  Claude Code     " + directory.resolve("home/.claude.json") + "\n")
        .endsWith("directory of the project, or name a file: belay import FILE\n");
    assertThat(run(BELAY, "nothing.json")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).endsWith("nothing.json: does not exist\n");
    assertThat(run("--force")).isEqualTo(ExitCode.USAGE);
    assertThat(run("--undo", "--serve")).isEqualTo(ExitCode.USAGE);
  }
}

package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.cli.clients.Backup;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.config.EditedFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("belay import --undo: nothing is lost, not even by force")
final class ImportUndoTest {
  @TempDir Path directory;
  private FakeShell shell = new FakeShell();

  @BeforeEach
  void begin() {
    shell = new FakeShell().with("HOME", directory.resolve("home").toString());
  }

  private ExitCode run(String... words) throws IOException, InterruptedException {
    return Subcommands.run(new ImportCommand(directory), List.of(words), shell.shell());
  }

  private Path imported(String... how) throws IOException, InterruptedException {
    var file =
        Files.writeString(
            directory.resolve(".mcp.json"), "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    var words = new ArrayList<>(List.of("--belay=/opt/belay/bin/belay", "--yes"));
    words.addAll(List.of(how));
    assertThat(run(words.toArray(String[]::new))).as(shell.err()).isEqualTo(ExitCode.OK);
    return file;
  }

  private Path after(String name) throws IOException {
    try (var all = Files.list(directory)) {
      var found =
          all.filter(
                  path -> {
                    var each = Objects.requireNonNull(path.getFileName()).toString();
                    return each.startsWith(name + ".belay-") && each.endsWith(".after");
                  })
              .toList();
      assertThat(found).hasSize(1);
      return found.getFirst();
    }
  }

  @Test
  @DisplayName("A belay.yaml that import made, and a person went on with, is kept beside it")
  void whatWasAddedIsKept() throws IOException, InterruptedException {
    imported("--serve");
    var yaml = directory.resolve("belay.yaml");
    Files.writeString(yaml, Files.readString(yaml) + "# added\nmcp: { timeout: 9 }\n");
    var changed = Files.readString(yaml);
    assertThat(run("--undo", "--force")).isEqualTo(ExitCode.OK);
    assertThat(yaml).doesNotExist();
    var kept = after("belay.yaml");
    assertThat(kept).hasContent(changed);
    assertThat(Files.getPosixFilePermissions(kept)).hasSize(2);
    assertThat(shell.err()).contains("belay.yaml; as it was until now: " + kept.getFileName());
  }

  @Test
  void soIsAChangedFileOfAClient() throws IOException, InterruptedException {
    var file = imported();
    Files.writeString(file, "{}");
    assertThat(run("--undo", "--force")).isEqualTo(ExitCode.OK);
    assertThat(file).hasContent("{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    assertThat(after(".mcp.json")).hasContent("{}");
  }

  @Test
  @DisplayName("A backup that has gone meanwhile empties no file")
  void aBackupThatHasGone() throws IOException, InterruptedException {
    var path = imported();
    var file = EditedFile.read(path, 1 << 20);
    var backup = Backup.of(file).getFirst();
    var text = Files.readString(path);
    Files.delete(backup.path());
    assertThatThrownBy(() -> backup.restore(file))
        .hasMessage(backup.path() + ": is no longer there; nothing was put back");
    assertThat(path).hasContent(text);
  }

  @Test
  @DisplayName("A named file without an import is an error; a search that finds none is not")
  void nothingToUndo() throws IOException, InterruptedException {
    imported();
    var other = Files.writeString(directory.resolve("other.json"), "{}");
    assertThat(run("--undo", ".mcp.json", "other.json")).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err())
        .endsWith(
            "put back %s\nbelay: %s: there is no import to undo\n"
                .formatted(directory.resolve(".mcp.json"), other));
    assertThat(run("--undo")).isEqualTo(ExitCode.OK);
    assertThat(run("--help")).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("1 no file was found, or something was not written");
  }

  @Test
  @DisplayName("A Belay in npm's cache, which is emptied, is not written into files")
  void notFromACache() throws IOException, InterruptedException {
    var file =
        Files.writeString(
            directory.resolve(".mcp.json"), "{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    var before = System.getProperty("belay.launcher");
    System.setProperty("belay.launcher", "/home/x/.npm/_npx/1f/node_modules/.bin/belay");
    try {
      assertThat(run("--yes")).isEqualTo(ExitCode.USAGE);
      assertThat(shell.err()).contains("npm install -g belay-mcp", "--belay PATH");
      assertThat(file).hasContent("{\"mcpServers\":{\"a\":{\"command\":\"a\"}}}");
    } finally {
      if (before == null) {
        System.clearProperty("belay.launcher");
      } else {
        System.setProperty("belay.launcher", before);
      }
    }
  }
}

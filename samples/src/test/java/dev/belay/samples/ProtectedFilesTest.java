package dev.belay.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.tool.ToolOutcome;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("SEC-H4: files of Belay's own are refused by what they are, whatever leads to them")
final class ProtectedFilesTest {
  private static final String SECRET = "sesame";

  @TempDir private Path root;
  private final ProtectedFiles withheld = new ProtectedFiles();
  @AutoClose private ToolTester tester = ToolTester.of();

  @BeforeEach
  void files() throws IOException {
    Files.writeString(root.resolve("tokens.txt"), SECRET);
    Files.writeString(Files.createDirectories(root.resolve("state/pins")).resolve("a.md"), SECRET);
    Files.writeString(root.resolve("notes.md"), "nothing of note");
    Files.createLink(root.resolve("hard.txt"), root.resolve("tokens.txt"));
    Files.createLink(root.resolve("pin.txt"), root.resolve("state/pins/a.md"));
    Files.createSymbolicLink(root.resolve("soft.txt"), root.resolve("tokens.txt"));
    Files.createSymbolicLink(root.resolve("folder"), root.resolve("state"));
    Files.createDirectory(root.resolve("sub"));
    Files.createLink(root.resolve("sub/copy.md"), root.resolve("tokens.txt"));
    withheld.add(List.of(root.resolve("tokens.txt"), root.resolve("state")));
    use(root);
  }

  private void use(Path folder) {
    tester.close();
    var folders = new SampleFolders(List.of(folder), root.resolve(".belay"), withheld);
    tester = ToolTester.of(Samples.all(folders));
  }

  private ToolOutcome refused(String tool, String path) {
    return tester
        .call(tool, Map.of("path", path))
        .failed()
        .mentioned("is Belay's own, which no tool may use");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tokens.txt",
        "hard.txt",
        "pin.txt",
        "soft.txt",
        "sub/../tokens.txt",
        "sub/copy.md",
        "state/pins/a.md",
        "folder/pins/a.md"
      })
  void noPathLeadsToOne(String path) {
    assertThat(refused("read_file", path).text()).doesNotContain(SECRET);
    assertThat(tester.call("ingest_document", Map.of("path", path)).text()).doesNotContain(SECRET);
    if (!path.equals("soft.txt")) {
      var _ = refused("delete_file", path);
      assertThat(root.resolve(path)).exists();
    }
  }

  @Test
  void noWalkMeetsOne() {
    var found = tester.call("search_code", Map.of("query", SECRET, "file_pattern", "*"));
    assertThat(found.succeeded().text()).startsWith("No matches");
    assertThat(tester.call("monitor_sync", Map.of("path", ".", "recursive", true)).text())
        .contains("\"files_processed\":1");
    var taken = tester.call("ingest_document", Map.of("path", ".")).succeeded();
    assertThat(taken.text()).contains("\"taken\":1");
    assertThat(tester.call("research", Map.of("question", SECRET)).text()).doesNotContain("tokens");
  }

  @Test
  @DisplayName("what was taken in before it was protected is told no more")
  void noAnswerOfOldTells() throws IOException {
    Files.writeString(root.resolve("later.md"), "the word is " + SECRET);
    tester.call("ingest_document", Map.of("path", "later.md")).succeeded();
    assertThat(tester.call("research", Map.of("question", SECRET)).text()).contains("later.md");
    withheld.add(List.of(root.resolve("later.md")));
    assertThat(tester.call("research", Map.of("question", SECRET)).text())
        .doesNotContain("later.md");
  }

  @Test
  @DisplayName("one that is replaced is protected as what it is then")
  void whatReplacesOne() throws IOException {
    Files.writeString(root.resolve("new"), SECRET);
    Files.move(
        root.resolve("new"), root.resolve("tokens.txt"), StandardCopyOption.REPLACE_EXISTING);
    var _ = refused("read_file", "tokens.txt");
  }

  @Test
  @DisplayName("nobody reads an environment where the kernel shows it")
  void noEnvironment() {
    use(Path.of("/"));
    var _ = refused("read_file", "/proc/self/environ");
  }

  @Test
  void noRootIsOne() {
    use(root.resolve("state"));
    var _ = refused("read_file", "pins/a.md");
  }
}

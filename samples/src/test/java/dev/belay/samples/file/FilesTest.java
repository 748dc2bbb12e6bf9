package dev.belay.samples.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("read_file and delete_file")
@Tag("process")
final class FilesTest {
  @TempDir Path root;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() {
    var roots = new AllowedRoots(List.of(root), new ProtectedFiles());
    tester = ToolTester.of(new ReadFile(roots), new DeleteFile(roots));
  }

  private static Map<String, String> path(String path) {
    return Map.of("path", path);
  }

  @Test
  @DisplayName("a file is given as it is")
  void reads() throws IOException {
    Files.writeString(root.resolve("a.txt"), "zwölf\r\nBoxkämpfer\n");
    Files.createFile(root.resolve("empty"));
    tester.call("read_file", path("a.txt")).succeeded().said("zwölf\r\nBoxkämpfer\n");
    tester.call("read_file", path("empty")).succeeded().said("");
  }

  @Test
  @DisplayName("S1-18, S1-42: only folders that the caller allows, too, from its workspace")
  void allowedByTheCaller() throws IOException {
    var sub = Files.createDirectories(root.resolve("sub/deep")).getParent();
    Files.writeString(root.resolve("a.txt"), "above");
    Files.writeString(sub.resolve("a.txt"), "below");
    tester.caller(caller(null, sub));
    tester.call("read_file", path("a.txt")).failed().mentioned("a.txt is outside of");
    tester.call("delete_file", path("a.txt")).failed().mentioned("a.txt is outside of");
    tester.call("read_file", path("sub/a.txt")).succeeded().said("below");
    tester.caller(caller(sub));
    tester.call("read_file", path("a.txt")).succeeded().said("below");
    tester.call("read_file", path("../a.txt")).failed().mentioned("is outside of");
    tester.call("read_file", path(root.resolve("a.txt").toString())).failed();
    tester.caller(caller(sub.resolve("deep"), root.getParent()));
    tester.call("read_file", path("../../a.txt")).succeeded().said("above");
    tester.call("read_file", path("none")).failed().mentioned("none does not exist");
    tester.caller(caller(null, root.getParent().resolve("other"), Path.of("/none")));
    tester.call("read_file", path("a.txt")).failed().mentioned("no folder is in both");
  }

  @Test
  @DisplayName("a link below an allowed folder of the caller leads to none that is not")
  void linkedOut() throws IOException {
    var sub = Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("a.txt"), "above");
    Files.createSymbolicLink(sub.resolve("up"), root);
    Files.createSymbolicLink(root.resolve("out"), root.getParent());
    tester.caller(caller(sub));
    tester.call("read_file", path("up/a.txt")).failed().mentioned("is outside of");
    tester.caller(caller(root.resolve("out")));
    var above = root.getFileName() + "/a.txt";
    tester.call("read_file", path(above)).succeeded().said("above");
    tester.call("read_file", path("other")).failed().mentioned("is outside of");
  }

  private static Caller caller(@Nullable Path workspace, Path... allowed) {
    return new Caller("ada", null, null, workspace, List.of(allowed), 0, null, null);
  }

  @Test
  @DisplayName("a huge file is cut, and says so; a character is not cut in two")
  void huge() throws IOException {
    Files.writeString(root.resolve("huge"), "x" + "ä".repeat(ReadFile.SHOWN_BYTES));
    var outcome = tester.call("read_file", path("huge")).succeeded();
    assertThat(outcome.text())
        .startsWith("xä")
        .endsWith("ä\n[cut: these are the first 524288 bytes of 1048577]")
        .doesNotContain("\uFFFD");
  }

  @Test
  @DisplayName("what is not UTF-8 is shown as far as it can be, and says so")
  void otherEncoding() throws IOException {
    Files.write(root.resolve("old.txt"), "caf\u00e9 au lait".getBytes(ISO_8859_1));
    tester
        .call("read_file", path("old.txt"))
        .succeeded()
        .said(
            "caf\uFFFD au lait\n[old.txt is not valid UTF-8: what could not be read is shown as"
                + " \uFFFD]");
  }

  @Test
  @DisplayName("what cannot be read as a text is an error that says why")
  void errors() throws IOException {
    Files.createDirectory(root.resolve("folder"));
    Files.write(root.resolve("a.class"), new byte[] {1, 0, 2});
    tester.call("read_file", path("folder")).failed().mentioned("folder is a folder, not a file");
    tester.call("read_file", path("none")).failed().mentioned("none does not exist");
    tester.call("read_file", path("a.class")).failed().mentioned("a.class is binary, not a text");
    tester.call("read_file", path(".")).failed().mentioned(". is a folder, not a file");
    tester.call("read_file", path("../x")).failed().mentioned("is outside of");
    tester
        .call("read_file", path("a.class/x"))
        .failed()
        .mentioned("a.class/x cannot be used: Not a directory");
  }

  @Test
  @DisplayName("a pipe is refused, not waited for")
  void pipe() throws IOException, InterruptedException {
    var made = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start().waitFor();
    assertThat(made).isZero();
    tester.call("read_file", path("pipe")).failed().mentioned("pipe is no regular file");
  }

  @Test
  @DisplayName("a file is deleted, a folder is not, and twice is an error")
  void deletes() throws IOException {
    Files.createDirectory(root.resolve("folder"));
    Files.createFile(root.resolve("a.txt"));
    tester.call("delete_file", path("a.txt")).succeeded().said("Deleted a.txt");
    assertThat(root.resolve("a.txt")).doesNotExist();
    tester.call("delete_file", path("a.txt")).failed().mentioned("a.txt does not exist");
    tester.call("delete_file", path("folder")).failed().mentioned("is a folder, not a file");
    tester.call("delete_file", path(".")).failed();
    tester.call("delete_file", path("../x")).failed().mentioned("is outside of");
    assertThat(root.resolve("folder")).exists();
  }
}

package dev.belay.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Caller;
import dev.belay.testkit.tool.ToolTester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName(
    "S1-18, S1-42: tools use files of folders that their caller allows, from its workspace")
final class CallersFoldersTest {
  @TempDir Path root;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() throws IOException {
    Files.createDirectories(root.resolve("sub"));
    Files.writeString(root.resolve("a.txt"), "ropes above");
    Files.writeString(root.resolve("sub/b.txt"), "ropes below");
    tester = ToolTester.of(Samples.all(SampleFolders.of(root)));
    tester.call("ingest_document", Map.of("path", root.toString())).succeeded();
    tester.caller(new Caller("ada", "a", "s", root.resolve("sub"), List.of(), 0, null, null));
  }

  @Test
  @DisplayName("search_code")
  void searchCode() {
    var found = Map.of("query", "ropes", "file_pattern", "*.txt");
    assertThat(tester.call("search_code", found).succeeded().text())
        .isEqualTo("b.txt:1: ropes below\n1 matches in 1 of 1 files.");
  }

  @Test
  @DisplayName("monitor_sync and ingest_document")
  void folders() {
    for (var tool : List.of("monitor_sync", "ingest_document")) {
      tester.call(tool, Map.of("path", ".")).succeeded();
      tester.call(tool, Map.of("path", root.toString())).failed().mentioned("is outside of");
    }
    var synced = tester.call("monitor_sync", Map.of("path", ".")).succeeded().structured();
    assertThat(synced.path("files_processed").asInt()).isEqualTo(1);
  }

  @Test
  @DisplayName("research")
  void research() {
    var report = tester.call("research", Map.of("question", "ropes")).succeeded().structured();
    assertThat(report.path("sources").findValuesAsString("path")).containsExactly("b.txt");
  }

  @Test
  @DisplayName("exec")
  void exec() {
    var asked = Map.of("command", List.of("ls"), "directory", root.toString());
    tester.call("exec", asked).failed().mentioned("is outside of");
  }
}

package dev.belay.samples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.samples.folder.AllowedRoots;
import dev.belay.testkit.tool.ToolTester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S2-18 … S2-23: monitor_sync takes long, and says how far it is")
final class MonitorSyncTest {
  @TempDir Path temp;
  private Path root;
  private ToolTester tester;

  @BeforeEach
  void tools() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
    var roots = new AllowedRoots(List.of(root));
    tester = ToolTester.of(new MonitorSync(roots, temp.resolve("own/monitor.json")));
  }

  @AfterEach
  void close() {
    tester.close();
  }

  private void files(Path folder, int count) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < count; i++) {
      Files.writeString(folder.resolve("file" + i), "x");
    }
  }

  private static Map<String, Object> report(
      int processed, int skipped, int updated, double seconds) {
    return Map.of(
        "files_processed", processed,
        "files_skipped", skipped,
        "files_updated", updated,
        "duration_seconds", seconds);
  }

  private static Map<String, Object> all() {
    return Map.of("path", ".", "recursive", true);
  }

  @Test
  @DisplayName("500 files take 5 s, told every 50 files")
  void reports() throws IOException {
    files(root, 500);
    var outcome = tester.call("monitor_sync", all()).succeeded().lasted(Duration.ofSeconds(5));
    assertThat(outcome.heartbeats())
        .filteredOn(beat -> beat.message() != null)
        .hasSize(10)
        .anySatisfy(beat -> {
          assertThat(beat.message()).isEqualTo("Processing 150 of 500 files...");
          assertThat(beat.done()).isEqualTo(150.0);
          assertThat(beat.total()).isEqualTo(500.0);
        });
    outcome.gave(report(500, 0, 500, 5.0));
  }

  @Test
  @DisplayName("a sync of minutes outlives every idle limit that its pauses keep")
  void isLong() throws IOException {
    files(root, 7_000);
    // The tool's own limits are 0 and 60 s.
    tester.call("monitor_sync", all()).succeeded().lasted(Duration.ofSeconds(70));
  }

  @Test
  @DisplayName("the next time only what is new or changed counts")
  void again() throws IOException {
    files(root, 10);
    files(root.resolve("sub"), 5);
    tester.call("monitor_sync", Map.of("path", ".")).gave(report(10, 0, 10, 0.1));
    Files.writeString(root.resolve("file3"), "longer");
    tester.call("monitor_sync", all()).gave(report(15, 9, 6, 0.15));
    tester.call("monitor_sync", all()).gave(report(15, 15, 0, 0.15));
  }

  @Test
  @DisplayName("a sync that is cancelled keeps what it noted")
  void cancelled() throws IOException {
    files(root, 200);
    tester
        .start("monitor_sync", all())
        .cancelAfter(Duration.ofMillis(750))
        .end()
        .ended("cancelled");
    tester.call("monitor_sync", all()).gave(report(200, 100, 100, 2.0));
  }

  @Test
  @DisplayName("what cannot be synced is an error that says why")
  void errors() throws IOException {
    Files.createFile(root.resolve("file"));
    tester.call("monitor_sync", Map.of("path", "none")).failed().mentioned("none does not exist");
    tester.call("monitor_sync", Map.of("path", "file")).failed().mentioned("file is no folder");
    Files.createDirectories(temp.resolve("own"));
    Files.writeString(temp.resolve("own/monitor.json"), "{\"a\":");
    tester.call("monitor_sync", all()).failed().mentioned("is damaged: delete it");
  }
}

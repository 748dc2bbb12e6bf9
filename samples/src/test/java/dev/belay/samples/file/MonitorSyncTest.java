package dev.belay.samples.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.samples.LiveCalls;
import dev.belay.samples.file.MonitorSync.MonitorDatabase;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("S2-18 … S2-23: monitor_sync takes long, and says how far it is")
@Tag("process")
final class MonitorSyncTest {
  @TempDir Path temp;
  private Path root;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
    var roots = new AllowedRoots(List.of(root), new ProtectedFiles());
    tester = ToolTester.of(new MonitorSync(roots, temp.resolve("own/monitor.json")));
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

  private Set<String> noted() throws IOException {
    var real = root.toRealPath();
    var names = new TreeSet<String>();
    for (var file : new MonitorDatabase(temp.resolve("own/monitor.json")).read().keySet()) {
      names.add(real.relativize(Path.of(file)).toString());
    }
    return names;
  }

  @Test
  @DisplayName("two syncs at once keep what both found")
  void together() throws IOException, InterruptedException {
    files(root.resolve("a"), 1);
    files(root.resolve("b"), 1);
    var tool =
        new MonitorSync(
            new AllowedRoots(List.of(root), new ProtectedFiles()),
            temp.resolve("own/monitor.json"));
    var hasRead = new CountDownLatch(1);
    var otherWrote = new CompletableFuture<Void>();
    try (var calls = new LiveCalls(Tools.of(tool))) {
      var first =
          calls.start(
              "monitor_sync",
              Map.of("path", "a"),
              (_, _) -> {
                hasRead.countDown();
                otherWrote.join();
              });
      hasRead.await();
      tester.call("monitor_sync", Map.of("path", "b")).succeeded();
      otherWrote.complete(null);
      assertThat(first.join().outcome().word()).isEqualTo("completed");
    }
    assertThat(noted()).containsExactly("a/file0", "b/file0");
  }

  @Test
  @DisplayName("many that keep at the same moment lose nothing")
  void crowd() throws IOException, InterruptedException, ExecutionException {
    var file = temp.resolve("own/monitor.json");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all = new ArrayList<Future<?>>();
      for (int i = 0; i < 50; i++) {
        var name = "file" + i;
        all.add(
            threads.submit(() -> {
              new MonitorDatabase(file).keep(Map.of(name, "1"), Map.of());
              return name;
            }));
      }
      for (var each : all) {
        each.get();
      }
    }
    assertThat(new MonitorDatabase(file).read()).hasSize(50);
  }

  @Test
  @DisplayName("what is gone is forgotten, where the sync has been and all of it")
  void forgets() throws IOException {
    files(root, 2);
    files(root.resolve("sub"), 60);
    files(root.resolve("subway"), 1);
    tester.call("monitor_sync", all()).succeeded();
    Files.delete(root.resolve("file1"));
    Files.delete(root.resolve("sub/file7"));
    Files.delete(root.resolve("subway/file0"));
    tester.call("monitor_sync", Map.of("path", ".")).succeeded();
    assertThat(noted()).doesNotContain("file1").contains("file0", "sub/file7", "subway/file0");
    tester
        .start("monitor_sync", Map.of("path", "sub"))
        .cancelAfter(Duration.ofMillis(100))
        .end()
        .ended("cancelled");
    assertThat(noted()).contains("sub/file7");
    tester.call("monitor_sync", Map.of("path", "sub")).succeeded();
    assertThat(noted()).doesNotContain("sub/file7").contains("sub/file6", "subway/file0");
    tester.call("monitor_sync", all()).succeeded();
    assertThat(noted()).doesNotContain("subway/file0").hasSize(60);
  }

  @Test
  @DisplayName("what somebody noted anew is not forgotten by who did not meet it before")
  void notedAnew() throws IOException {
    var notes = new MonitorDatabase(temp.resolve("own/monitor.json"));
    notes.keep(Map.of("a", "new", "b", "old"), Map.of());
    notes.keep(Map.of(), Map.of("a", "old", "b", "old"));
    assertThat(notes.read()).isEqualTo(Map.of("a", "new"));
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

package dev.belay.samples.wks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.samples.SampleFolders;
import dev.belay.samples.Samples;
import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.testkit.tool.ToolOutcome;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

@DisplayName("S2-18 … S2-32: the async tools of WKS, with results in their envelope")
final class WksToolsTest {
  @TempDir Path root;
  private Tools tools;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() {
    tools = Samples.basic(SampleFolders.of(root));
    tester = ToolTester.of(tools);
  }

  private NativeTool tool(String name) {
    return tools.named(name).orElseThrow();
  }

  private void files(Path folder, int count) throws IOException {
    Files.createDirectories(folder);
    for (int i = 0; i < count; i++) {
      Files.writeString(folder.resolve("file" + i + ".txt"), "x");
    }
  }

  @Test
  @DisplayName("S2-18: wksm_monitor_sync is async, and monitor_sync is not")
  void async() {
    assertThat(tool("wksm_monitor_sync").declaration().terms().async()).isTrue();
    assertThat(tool("wksm_monitor_sync").declaration().description())
        .isEqualTo("Sync files to monitor database");
    assertThat(tool("monitor_sync").declaration().terms().async()).isFalse();
  }

  @Test
  @DisplayName("S2-22, S2-23: it tells how far it is, and what it has found")
  void sync() throws IOException {
    files(root.resolve("in"), 100);
    var arguments = Map.<String, Object>of("path", "in", "recursive", true);
    var synced =
        Map.of(
            "files_processed", 100,
            "files_skipped", 0,
            "files_updated", 100,
            "duration_seconds", 1.0);
    var said = Map.of("type", "success", "text", "Sync completed successfully");
    tester
        .call("wksm_monitor_sync", arguments)
        .succeeded()
        .lasted(Duration.ofSeconds(1))
        .gave(Map.of("success", true, "data", synced, "messages", List.of(said)))
        .beat("Processing 50 of 100 files...", "Processing 100 of 100 files...");
    Files.writeString(root.resolve("in/file7.txt"), "changed");
    var again = tester.call("wksm_monitor_sync", arguments).succeeded().structured();
    assertThat(again.at("/data/files_skipped").asInt()).isEqualTo(99);
    assertThat(tester.call("monitor_sync", arguments).structured().at("/files_skipped").asInt())
        .as("the same database")
        .isEqualTo(100);
  }

  @Test
  @DisplayName("S2-19: a second for 100 files, as they are there now; else it is not known")
  void estimates() throws Exception {
    files(root.resolve("in"), 250);
    files(root.resolve("in/below"), 50);
    Files.writeString(root.resolve("in/note.md"), "x");
    var folder = JsonMapper.shared().createObjectNode().put("path", "in");
    assertThat(estimate("wksm_monitor_sync", folder.put("recursive", false)))
        .isEqualTo(Duration.ofMillis(2_510));
    assertThat(estimate("wksm_monitor_sync", folder.put("recursive", true)))
        .isEqualTo(Duration.ofMillis(3_010));
    assertThat(estimate("wksm_vault_index", folder)).isEqualTo(Duration.ofMillis(10));
    var batch = JsonMapper.shared().createObjectNode();
    batch.putArray("paths").add("in/note.md").add("in/file1.txt");
    assertThat(estimate("wksm_transform_batch", batch)).isEqualTo(Duration.ofMillis(20));
  }

  private Duration estimate(String name, ObjectNode arguments) throws Exception {
    var terms = tool(name).declaration().terms();
    return Objects.requireNonNull(terms.byArguments()).of(name, arguments);
  }

  @Test
  @DisplayName("S2-30: a failure is an envelope, with the reason and the stack trace as details")
  void failures() throws Exception {
    var failed = tester.call("wksm_monitor_sync", Map.of("path", "none")).failed().structured();
    assertThat(failed.at("/success").asBoolean()).isFalse();
    assertThat(failed.at("/data").isEmpty()).isTrue();
    assertThat(failed.at("/messages/0/type").asString()).isEqualTo("error");
    assertThat(failed.at("/messages/0/text").asString())
        .isEqualTo("Failed to sync: none does not exist");
    assertThat(failed.at("/messages/0/details").asString())
        .contains("UnusablePathException", "at ");

    var denied =
        ToolEnvelope.of(
            "",
            "Failed to sync",
            List.of(),
            () -> {
              throw UnusablePathException.because("x", new AccessDeniedException("/x"));
            });
    assertThat(denied.messages().getFirst().text()).isEqualTo("Failed to sync: Permission denied");
    assertThat(denied.messages().getFirst().details().orElseThrow()).hasSizeLessThan(4_100);
    tester.call("wksm_monitor_sync", Map.of("path", "/etc")).failed().mentioned("is outside of");
  }

  @Test
  @DisplayName("S2-32: wksm_vault_index tells of notes, links, and links that lead nowhere")
  void vault() throws IOException {
    Files.createDirectories(root.resolve("vault/sub"));
    Files.writeString(
        root.resolve("vault/a.md"), "[[B]] and [[sub/c|the third]] and [[nowhere#x]]");
    Files.writeString(root.resolve("vault/b.md"), "none here: [link](a.md)");
    Files.writeString(root.resolve("vault/sub/c.md"), "back to [[a#top]] and again [[a]]");
    Files.writeString(root.resolve("vault/x.txt"), "[[a]]");
    var data = index("vault").succeeded().structured().at("/data");
    assertThat(data.path("notes_indexed").asInt()).isEqualTo(3);
    assertThat(data.path("links").asInt()).isEqualTo(4);
    assertThat(data.path("broken_links").asInt()).isEqualTo(1);
    assertThat(Files.readString(root.resolve(".belay/cache/samples/vault.json")))
        .contains("\"vault/a.md\":[\"B\",\"nowhere\",\"sub/c\"]");
    index("nothing").failed().mentioned("Failed to index");
  }

  private ToolOutcome index(String path) {
    return tester.call("wksm_vault_index", Map.of("path", path));
  }

  @Test
  @DisplayName(
      "S2-32: wksm_transform_batch writes documents as plain text, and tells of the others")
  void transform() throws IOException {
    Files.writeString(root.resolve("a.md"), "# Ropes\n\nRopes **hold**.");
    Files.writeString(root.resolve("b.html"), "<title>t</title><p>Knots</p>");
    Files.writeString(root.resolve("c.bin"), "x");
    var result = batch("a.md", "b.html", "c.bin", "no").succeeded().structured();
    assertThat(result.at("/data/files_processed").asInt()).isEqualTo(4);
    assertThat(result.at("/data/files_transformed").asInt()).isEqualTo(2);
    assertThat(result.at("/data/files_skipped").asInt()).isEqualTo(2);
    assertThat(result.at("/messages/1/text").asString())
        .isEqualTo("c.bin is no text, Markdown or HTML");
    var output = Path.of(result.at("/data/outputs/0").asString());
    assertThat(output).hasParent(root.resolve(".belay/cache/samples/transformed"));
    assertThat(Files.readString(output)).contains("Ropes hold.").doesNotContain("#", "*");
    batch("no").failed().mentioned("Failed to transform: no does not exist");
    batch().failed().mentioned("expected 1 to 500 paths, got 0");
  }

  private ToolOutcome batch(String... paths) {
    return tester.call("wksm_transform_batch", Map.of("paths", List.of(paths)));
  }
}

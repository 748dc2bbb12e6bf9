package dev.belay.samples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProtectedFiles;
import dev.belay.tools.lint.ToolLint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("The sample tools as they are listed")
final class SamplesTest {
  @TempDir Path root;

  private static List<String> names(Tools tools) {
    return tools.all().stream().map(tool -> tool.declaration().name()).toList();
  }

  private Tools all() {
    return Samples.all(SampleFolders.of(root));
  }

  private static NativeTool tool(Tools tools, String name) {
    return tools.named(name).orElseThrow();
  }

  @Test
  @DisplayName("exec and delete_file are only among all of them")
  void sets() {
    assertThat(names(Samples.basic(SampleFolders.of(root))))
        .containsExactly(
            "search_code",
            "read_file",
            "fetch_url",
            "monitor_sync",
            "wksm_vault_index",
            "wksm_monitor_sync",
            "wksm_transform_batch",
            "ingest_document",
            "research");
    assertThat(names(all())).endsWith("delete_file", "exec").hasSize(11);
  }

  @Test
  @DisplayName("S4-47, C23, C24: the schema of search_code is the pinned one")
  void searchCode() {
    try (var tester = ToolTester.of(all())) {
      tester
          .schema("search_code")
          .isJson(
              """
              {
                "type": "object",
                "properties": {
                  "query": {"type": "string", "description": "Search query string"},
                  "file_pattern": {
                    "type": "string", "description": "File match pattern", "default": "*.py"},
                  "case_sensitive": {
                    "type": "boolean", "description": "Whether to be case-sensitive",
                    "default": false},
                  "max_results": {
                    "type": "integer", "description": "Maximum number of results",
                    "default": 100},
                  "encoding": {
                    "type": "string", "enum": ["utf-8", "gbk"], "description": "File encoding",
                    "default": "utf-8"},
                  "exclude_patterns": {
                    "type": "array", "items": {"type": "string"},
                    "description": "List of exclude patterns"}
                },
                "required": ["query"]
              }
              """);
    }
  }

  @Test
  @DisplayName("S2-18: so is that of monitor_sync, which the async one shares")
  void monitorSync() {
    try (var tester = ToolTester.of(all())) {
      for (var name : List.of("monitor_sync", "wksm_monitor_sync")) {
        tester
            .schema(name)
            .isJson(
                """
                {
                  "type": "object",
                  "properties": {
                    "path": {"type": "string", "description": "Path to sync"},
                    "recursive": {
                      "type": "boolean", "description": "Recurse into subdirectories"}
                  },
                  "required": ["path"]
                }
                """);
      }
    }
  }

  @Test
  @DisplayName(
      "S4-70: read_file reads only and is idempotent, delete_file destroys, fetch_url is open")
  void hints() {
    try (var tester = ToolTester.of(all())) {
      for (var name : List.of("read_file", "delete_file")) {
        tester.schema(name).hasOnly("path").requires("path").hasType("path", "string");
      }
      tester.schema("fetch_url").hasOnly("url").requires("url").hasType("url", "string");
    }
    var read = tool(all(), "read_file").declaration().hints();
    assertThat(List.of(read.readOnly(), read.idempotent())).containsOnly(true);
    assertThat(List.of(read.destructive(), read.openWorld())).containsOnly(false);
    var delete = tool(all(), "delete_file").declaration().hints();
    assertThat(delete.destructive()).isTrue();
    assertThat(List.of(delete.readOnly(), delete.idempotent(), delete.openWorld()))
        .containsOnly(false);
    var fetch = tool(all(), "fetch_url").declaration().hints();
    assertThat(fetch.openWorld()).isTrue();
    assertThat(List.of(fetch.readOnly(), fetch.idempotent(), fetch.destructive()))
        .containsOnly(false);
  }

  @Test
  @DisplayName("C32: the dotted form is an alias")
  void alias() {
    assertThat(all().named("code.search_code")).isPresent();
    assertThat(all().named("knowledge.research")).isPresent();
  }

  @Test
  @DisplayName("there is nothing that a model would stumble over")
  void lint() {
    var definitions = all().all().stream().map(SamplesTest::definition).toList();
    var lint = new ToolLint(definitions);
    for (var definition : definitions) {
      assertThat(lint.of(definition)).isEmpty();
    }
  }

  private static byte[] definition(NativeTool tool) {
    var declaration = tool.declaration();
    var hints = declaration.hints();
    var definition = JsonMapper.shared().createObjectNode();
    definition.put("name", declaration.name()).put("description", declaration.description());
    definition.set("inputSchema", declaration.inputSchema().tree());
    definition
        .putObject("annotations")
        .put("title", hints.title())
        .put("readOnlyHint", hints.readOnly())
        .put("destructiveHint", hints.destructive())
        .put("idempotentHint", hints.idempotent())
        .put("openWorldHint", hints.openWorld());
    return JsonMapper.shared().writeValueAsBytes(definition);
  }

  @Test
  @DisplayName("the basic set fetches from public hosts alone")
  void reach() {
    var url = Map.of("url", "http://127.0.0.1:1/");
    try (var tester = ToolTester.of(Samples.basic(SampleFolders.of(root)))) {
      tester.call("fetch_url", url).failed().mentioned("is no public address");
    }
  }

  @Test
  @DisplayName("they work in the folders that they are given, and keep their own beside")
  void folders() throws IOException {
    Files.writeString(root.resolve("a.md"), "# Ropes\n\nRopes hold.");
    try (var tester = ToolTester.of(Samples.basic(SampleFolders.of(root)))) {
      tester.call("read_file", Map.of("path", "a.md")).succeeded();
      tester.call("ingest_document", Map.of("path", ".")).succeeded();
      tester.call("monitor_sync", Map.of("path", ".")).succeeded();
      tester.call("research", Map.of("question", "ropes")).succeeded().mentioned("a.md");
    }
    assertThat(root.resolve(".belay/cache/samples/index")).isDirectory();
    assertThat(root.resolve(".belay/cache/samples/monitor.json")).isRegularFile();
    assertThatThrownBy(() -> new SampleFolders(List.of(), root, new ProtectedFiles()))
        .hasMessage("no folder that the sample tools may use");
  }
}

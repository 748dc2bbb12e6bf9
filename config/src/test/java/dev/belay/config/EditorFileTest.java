package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The files of editors are taken as they are")
class EditorFileTest {
  @TempDir Path directory;

  @Test
  void visualStudioCodeCallsThemServersAndAllowsComments() throws IOException {
    Files.createDirectory(directory.resolve(".vscode"));
    var scene =
        new Scene(directory)
            .client(
                ".vscode/mcp.json",
                """
                {
                  // asked for once
                  "inputs": [{"type": "promptString", "id": "key"}],
                  "servers": {
                    "files": {
                      "type": "stdio", /* with
                      a comment */ "command": "npx",
                      "args": ["-y", "http://not.a/comment", "${workspaceFolder}${/}src"],
                    },
                    "docs": {"type": "http", "url": "http://127.0.0.1:4000/mcp"}, // the last
                  }
                }
                """);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.server("files").start())
        .isEqualTo(
            new Start.Command(
                "npx",
                List.of("-y", "http://not.a/comment", directory.toAbsolutePath() + "/src"),
                Map.of(),
                null));
    assertThat(scene.server("docs").start()).isInstanceOf(Start.Url.class);
  }

  @Test
  void inItsSettingsTheyAreUnderMcpAndAllElseIsItsOwn() {
    var scene =
        new Scene(directory)
            .client(
                "settings.json",
                """
                {"editor.fontSize": 12, "mcp": {"servers": {"a": {"command": "x"}}}}
                """);
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.settings().servers()).containsOnlyKeys("a");
  }

  @Test
  void variablesMayComeFromAFileBesideIt() {
    var scene = new Scene(directory);
    scene.write(
        ".env", "# keys\nexport A=1\nB=\"two words\" # why\nC= 3 # not this\n\nD='#4'\nE=old\n");
    scene.client(
        "mcp.json",
        """
        {"mcpServers": {"a": {"command": "x", "env": {"E": "new"}, "envFile": ".env"}}}
        """);
    assertThat(scene.warnings()).isEmpty();
    assertThat(((Start.Command) scene.server("a").start()).env())
        .isEqualTo(Map.of("A", "1", "B", "two words", "C", "3", "D", "#4", "E", "new"));
  }
}

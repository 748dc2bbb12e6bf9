package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientFileTest {
  @TempDir Path directory;

  @Test
  void aClientsOwnFileWorksUnchanged() {
    var scene =
        new Scene(directory)
            .environment("HOME", "/home/me")
            .client(
                ".mcp.json",
                "{\n\t\"mcpServers\": {\n\t\t\"files\": {\n"
                    + "\t\t\t\"type\": \"stdio\", \"command\": \"npx\","
                    + " \"args\": [\"-y\", \"a\\/b\", \"\\u00e9\\\"\", \"${HOME}/x\"],\n"
                    + "\t\t\t\"env\": {\"TOKEN\": \"t\", \"MODE\": \"${MODE:-fast}\"},\n"
                    + "\t\t\t\"autoApprove\": [], \"disabled\": false\n\t\t}\n\t}\n}\n");
    assertThat(scene.warnings()).isEmpty();
    var files = scene.server("files");
    assertThat(files.start())
        .isEqualTo(
            new Start.Command(
                "npx",
                List.of("-y", "a/b", "é\"", "/home/me/x"),
                Map.of("TOKEN", "t", "MODE", "fast"),
                null));
  }

  @Test
  void belayYamlMayAddToAServerOfAClientsFile() {
    var scene =
        new Scene(directory)
            .client(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}")
            .yaml("mcpServers: { a: { timeout: 5, isolation: session } }");
    assertThat(scene.settings().limits("a", "t").timeout().value()).hasSeconds(5);
    assertThat(scene.server("a").start())
        .isEqualTo(new Start.Command("x", List.of(), Map.of(), null));
    assertThat(scene.server("a").isolation()).isEqualTo(Isolation.SESSION);
  }

  @Test
  void aByteOrderMarkIsNoContent() {
    assertThat(
            new Scene(directory)
                .client("mcp.json", "\uFEFF{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}")
                .settings()
                .servers())
        .containsKey("a");
  }
}

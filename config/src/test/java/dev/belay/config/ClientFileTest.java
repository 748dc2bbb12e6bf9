package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
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
  void whatIsUnknownThereIsAWarning() {
    var scene =
        new Scene(directory)
            .client(
                ".mcp.json",
                """
                {"theme": "dark",
                 "mcpServers": {
                  "a": {"command": "x", "timeout": 60000, "comand": "y", "gizmo": 1},
                  "c": {"command": "x", "disabled": true}}}
                """);
    assertThat(scene.warnings())
        .containsExactly(
            ".mcp.json:1:2: theme: unknown key, ignored",
            ".mcp.json:3:25: mcpServers.a.timeout: is ignored, since clients disagree on its unit",
            ".mcp.json:3:43: mcpServers.a.comand: unknown key; did you mean"
                + " mcpServers.a.command?",
            ".mcp.json:3:58: mcpServers.a.gizmo: unknown key; there are command, args, env, cwd,"
                + " url, type, headers, timeout, idle_timeout, startup_timeout, cancel_grace,"
                + " isolation, era, on_ignored_cancel, spares, on_change",
            ".mcp.json:4:25: mcpServers.c: is disabled and left out");
    assertThat(scene.settings().servers().keySet()).containsExactly("a");
    assertThat(scene.settings().limits("a", "t").timeout().value()).hasSeconds(1800);
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

  private static final String ONE_IS_WRONG =
      """
      {"mcpServers": {
        "docs": {"url": "http://h/", "headers": {"Authorization": "Bearer ${UNSET}"}},
        "ask": {"command": "x", "env": {"KEY": "${input:key}"}},
        "both": {"command": "x", "url": "http://h/"},
        "good": {"command": "x"}}}
      """;

  @Test
  @DisplayName("Bad input: an entry of a client's file that cannot be used is left out, loudly")
  void whatIsWrongWithOneServerWithholdsNoOther() {
    var scene = new Scene(directory).client(".mcp.json", ONE_IS_WRONG);
    assertThat(scene.settings().servers().keySet()).containsExactly("good");
    assertThat(scene.warnings())
        .hasSize(3)
        .contains(
            ".mcp.json:2:61: mcpServers.docs.headers.Authorization: the environment variable UNSET"
                + " is not set; the server 'docs' is LEFT OUT")
        .allMatch(line -> line.endsWith("is LEFT OUT"));
  }

  @Test
  @DisplayName("Bad input: the server that is asked for has to be right, the others need not be")
  void aNeededServerIsNotLeftOut() {
    assertThat(new Scene(directory).client(".mcp.json", ONE_IS_WRONG).needing("docs").errors())
        .containsExactly(
            ".mcp.json:2:61: mcpServers.docs.headers.Authorization: the environment variable UNSET"
                + " is not set");
    assertThat(new Scene(directory).client(".mcp.json", ONE_IS_WRONG).needing("good").errors())
        .isEmpty();
  }

  @Test
  @DisplayName("Bad input: belay.yaml stays strict, also about a server of a client's file")
  void whatBelayYamlSaysWronglyIsAnError() {
    var scene =
        new Scene(directory)
            .client(".mcp.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}")
            .yaml("mcpServers: { a: { isolation: odd }, b: { command: \"${UNSET}\" } }");
    assertThat(scene.errors()).isNotEmpty().allMatch(line -> line.startsWith("belay.yaml:"));
  }

  @Test
  void aFileWithoutServersIsAnError() {
    assertThat(new Scene(directory).client("mcp.json", "{\"inputs\": []}").errors())
        .containsExactly("mcp.json:1:1: mcpServers: is missing");
    assertThat(new Scene(directory).client("mcp.json", "[]").errors())
        .containsExactly("mcp.json:1:1: expected a mapping, found a list");
    assertThat(new Scene(directory).client("mcp.json", "{\"mcpServers\": {\"a\": {}}}").errors())
        .containsExactly("mcp.json:1:17: mcpServers.a: needs a command or a url");
    assertThat(new Scene(directory).client("mcp.json", "{\"mcpServers\": {").errors())
        .singleElement()
        .asString()
        .startsWith("mcp.json:1:17: is not JSON: ");
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

package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The messages for each way of getting the configuration wrong (J20). */
class BadConfigTest {
  @TempDir Path directory;

  @Test
  @DisplayName("J20 all errors at once, each with file, line, column, key and nearest key")
  void allErrorsAreToldAtOnce() {
    var errors =
        new Scene(directory)
            .yaml(
                """
                mcp:
                  timeuot: 60
                  idle_timeout: soon
                  cancel_grace: [2]
                idle_timeout: 30
                mcpServer: {}
                mcpServers:
                  files:
                    args: --help
                    isolation: process
                  "":
                    command: npx
                tools:
                  "*": { concurency: exclusive }
                """)
            .environment("BELAY_MCP_STARTUP_TIMEOUT", "NaN")
            .flag("--keep-alive", "mcp.keep_alive_first", "-")
            .errors();
    assertThat(errors)
        .containsExactlyInAnyOrder(
            "belay.yaml:2:3: mcp.timeuot: unknown key; did you mean mcp.timeout?",
            "belay.yaml:3:3: mcp.idle_timeout: expected seconds, such as 30, 0.5 or 5m, found"
                + " 'soon'",
            "belay.yaml:4:17: mcp.cancel_grace: expected a single value, found a list",
            "belay.yaml:5:1: idle_timeout: unknown key; did you mean mcp.idle_timeout?",
            "belay.yaml:6:1: mcpServer: unknown key; did you mean mcpServers?",
            "belay.yaml:9:11: mcpServers.files.args: expected a list of texts, found '--help'",
            "belay.yaml:10:5: mcpServers.files.isolation: expected one of shared, session, call,"
                + " found 'process'",
            "belay.yaml:8:3: mcpServers.files: needs a command or a url",
            "belay.yaml:11:3: mcpServers.: a server needs a name",
            "belay.yaml:14:10: tools.\"*\".concurency: unknown key; did you mean"
                + " tools.\"*\".concurrency?",
            "BELAY_MCP_STARTUP_TIMEOUT: mcp.startup_timeout: expected seconds, such as 30, 0.5 or"
                + " 5m, found 'NaN'",
            "--keep-alive: expected seconds, such as 30, 0.5 or 5m, found" + " '-'");
  }

  @Test
  @DisplayName("keys of features not built yet are unknown")
  void aKeyOfALaterFeatureIsUnknown() {
    assertThat(new Scene(directory).yaml("cluster: { node: x }\nmcp: { approval: ask }\n").errors())
        .containsExactly(
            "belay.yaml:1:1: cluster: unknown key; there are mcp, access, http, auth,"
                + " observability, audit, models, agents, turns, mcpServers, tools, jobs, approval",
            "belay.yaml:2:8: mcp.approval: unknown key; there are timeout, idle_timeout,"
                + " cancel_grace, startup_timeout, keep_alive_first, keep_alive_interval,"
                + " max_line_bytes, workers, prefix, errors, tools_list, on_change, handoff_after,"
                + " handoff_after_with_progress, task_after, agent_list_tools_cache_ttl_ms");
  }

  @Test
  void whatIsNotYamlIsToldWithItsPlace() {
    assertThat(new Scene(directory).yaml("mcp:\n  timeout: [1\n").errors())
        .singleElement()
        .asString()
        .startsWith("belay.yaml:3:1: is not YAML: ");
    assertThat(new Scene(directory).yaml("mcp:\n\ttimeout: 1\n").errors())
        .singleElement()
        .asString()
        .startsWith("belay.yaml:2:1: is not YAML: ");
    assertThat(new Scene(directory).yaml("mcp:\n  timeout: \u0001\n").errors())
        .containsExactly("belay.yaml:2:12: is not YAML: a control character");
  }

  @Test
  void bytesThatAreNotUtf8AreToldWithTheirPlace() throws IOException {
    Files.write(directory.resolve("belay.yaml"), new byte[] {'a', '\n', 'b', (byte) 0xFF});
    assertThat(new Scene(directory).errors()).containsExactly("belay.yaml:2:2: is not UTF-8 text");
  }

  @Test
  void anythingButAMappingIsTold() {
    assertThat(new Scene(directory).yaml("just words\n").errors())
        .containsExactly("belay.yaml:1:1: expected a mapping, found 'just words'");
    assertThat(new Scene(directory).yaml("mcp: 5\nmcpServers: [a]\ntools: {a: b}\n").errors())
        .containsExactly(
            "belay.yaml:1:6: mcp: expected a mapping, found '5'",
            "belay.yaml:2:13: mcpServers: expected a mapping, found a list",
            "belay.yaml:3:12: tools.\"a\": expected a mapping, found 'b'");
    assertThat(new Scene(directory).yaml("mcp: {timeout: }\n").errors())
        .containsExactly("belay.yaml:1:15: mcp.timeout: expected a single value, found nothing");
    assertThat(new Scene(directory).yaml("? [a]\n: b\n").errors())
        .containsExactly("belay.yaml:1:3: has a key that is not a text");
    assertThat(new Scene(directory).yaml("a: 1\n---\nb: 2\n").errors())
        .containsExactly("belay.yaml:3:1: holds more than one document");
  }

  @Test
  void aDuplicateKeyOrServerIsTold() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcp: { timeout: 1, timeout: 2 }
                    mcpServers:
                      files: { command: a }
                      files: { command: b }
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:1:20: mcp.timeout: is there twice; first at belay.yaml:1",
            "belay.yaml:4:3: mcpServers.files: is there twice; first at belay.yaml:3");
  }

  @Test
  void aServerThatTwoFilesStartIsTold() {
    var errors =
        new Scene(directory)
            .client("one.json", "{\"mcpServers\": {\n \"files\": {\"command\": \"a\"}}}")
            .client("two.json", "{\"mcpServers\": {\n \"files\": {\"command\": \"b\"}}}")
            .yaml("mcpServers: { files: { command: c } }")
            .errors();
    assertThat(errors)
        .hasSize(2)
        .allMatch(error -> error.contains("the server is there twice; first at "))
        .anyMatch(error -> error.startsWith("two.json:2:2: mcpServers.files: "))
        .anyMatch(error -> error.startsWith("belay.yaml:1:24: mcpServers.files.command: "));
  }

  @Test
  void anEmptyFileIsOddInOursAndWrongInAClients() {
    var scene = new Scene(directory).yaml("# nothing yet\n");
    assertThat(scene.errors()).isEmpty();
    assertThat(scene.warnings()).containsExactly("belay.yaml: is empty; the defaults hold");
    assertThat(new Scene(directory).client(".mcp.json", "").errors())
        .containsExactly(".mcp.json: is empty");
  }

  @Test
  void aFileThatWasNamedMustExist() {
    assertThat(new Scene(directory).file(directory.resolve("other.yaml")).errors())
        .containsExactly("other.yaml: does not exist");
    assertThat(new Scene(directory).clientFile(directory.resolve(".mcp.json")).errors())
        .containsExactly(".mcp.json: does not exist");
    assertThat(new Scene(directory).file(directory).errors())
        .singleElement()
        .asString()
        .contains("cannot be read: ");
  }

  @Test
  void anUnknownVariableIsNamed() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcpServers:
                      docs:
                        command: npx
                        env:
                          TOKEN: "Bearer ${DOCS_TOKEN}"
                          PATH: "${input:path}"
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:5:14: mcpServers.docs.env.TOKEN: the environment variable DOCS_TOKEN is"
                + " not set",
            "belay.yaml:6:13: mcpServers.docs.env.PATH: '${input:path}' is what an editor asks"
                + " for; set a variable, say ${NAME}");
  }

  @Test
  void whatNoProcessCanBeGivenIsTold() {
    assertThat(
            new Scene(directory)
                .yaml("mcpServers: { a: { command: x, args: [\"\\0\"], env: { A=B: c } } }")
                .errors())
        .containsExactly(
            "belay.yaml:1:39: mcpServers.a.args[0]: contains a NUL character, which cannot be"
                + " passed on",
            "belay.yaml:1:53: mcpServers.a.env.A=B: is no name of a variable");
  }

  @Test
  void aFileWithoutBoundIsRefused() {
    assertThat(new Scene(directory).yaml("#".repeat(4 * 1024 * 1024 + 1)).errors())
        .containsExactly("belay.yaml: is larger than 4 MiB");
  }

  @Test
  void aFlagForNoKeyIsTold() {
    assertThat(
            new Scene(directory)
                .wrap()
                .flag("--timeuot", "mcp.timeuot", "5")
                .flag("--other", "mcpServers.other.timeout", "5")
                .errors())
        .containsExactly(
            "--timeuot: unknown key; did you mean mcp.timeout?", "--other: unknown key");
  }

  @Test
  void aValueThatAStrongerSourceReplacesIsStillChecked() {
    assertThat(
            new Scene(directory)
                .yaml("mcp: { timeout: long }")
                .flag("--timeout", "mcp.timeout", "5")
                .errors())
        .hasSize(1);
  }

  @Test
  void aWrongCommandIsNotCalledMissing() {
    assertThat(new Scene(directory).yaml("mcpServers: { a: { command: [npx, -y] } }").errors())
        .containsExactly(
            "belay.yaml:1:29: mcpServers.a.command: expected a single value, found a list");
  }

  @Test
  void noServerHasTheNameByWhichGlobsKnowClients() {
    var servers = "mcpServers: { client: { command: x } }\n";
    var file = "approval: { permission_prompt: %s }\n" + servers;
    assertThat(new Scene(directory).yaml(file.formatted("true")).errors())
        .containsExactly(
            "belay.yaml:1:13: approval.permission_prompt: globs know the tools of clients as those"
                + " of a server 'client'; give the server of that name another");
    assertThat(new Scene(directory).yaml(file.formatted("false")).errors()).isEmpty();
  }

  @Test
  void aNoticeGoesToACommandOrAUrl() {
    var file = "approval: { notify: { %s } }";
    for (var wrong :
        Map.of(
                "arguments: false",
                "approval.notify: needs a command or a url",
                "command: [x], url: https://a.example",
                "approval.notify.url: notices go to a command or a url, not to both",
                "command: [x], secret: whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "approval.notify.secret: is for notices to a url",
                "command: [\" \"]",
                "approval.notify.command: expected a program, and its arguments, found ' '",
                "url: https://a.example, env: { A: b }",
                "approval.notify.env.A: is for notices to a command",
                "url: http://a.example/key",
                "approval.notify.url: expected https; http is for this machine's own addresses",
                "url: https://a.example, secret: hunter2",
                "approval.notify.secret: expected whsec_ and the Base64 of 24 to 64 bytes, as of:"
                    + " openssl rand -base64 32",
                "url: https://a.example, secret: whsec_AAAA",
                "approval.notify.secret: expected whsec_ and the Base64 of 24 to 64 bytes, as of:"
                    + " openssl rand -base64 32")
            .entrySet()) {
      assertThat(new Scene(directory).yaml(file.formatted(wrong.getKey())).errors())
          .as(wrong.getKey())
          .singleElement()
          .asString()
          .endsWith(wrong.getValue());
    }
  }

  @Test
  void aFileThatNestsOrRefersWithoutEndIsRefused() {
    assertThat(new Scene(directory).yaml("[".repeat(10_000)).errors())
        .containsExactly(
            "belay.yaml:1:34: " + "[0]".repeat(33) + ": is nested deeper than 32 levels");
    assertThat(new Scene(directory).yaml("mcp: &a { timeout: *a }").errors())
        .containsExactly(
            "belay.yaml:1:20: mcp.timeout: names an anchor that is not complete before it");
  }

  @Test
  void anAnchorMayBeUsedAgain() {
    var settings =
        new Scene(directory)
            .yaml("mcpServers:\n  a: &a { command: x, timeout: 5 }\n  b: *a\n")
            .settings();
    assertThat(settings.servers().keySet()).containsExactly("a", "b");
  }

  @Test
  @DisplayName("HOUR-15: a starter without a program is warned of, which would run our messages")
  void starterAlone() {
    var scene =
        new Scene(directory)
            .yaml(
                "mcpServers:\n  a: { command: npx }\n  b: { command: /usr/bin/npx, args: [x] }\n"
                    + "  c: { command: my-server }\n");
    assertThat(scene.warnings())
        .singleElement()
        .asString()
        .startsWith("belay.yaml:2:8: mcpServers.a.command: npx alone starts no server");
  }

  @Test
  void aBadFlagOfWrapIsToldByItsName() {
    assertThat(
            new Scene(directory)
                .wrap()
                .wrapFlag("--timeout", "timeout", "abc")
                .wrapFlag("--env", "env", "NOTHING")
                .wrapFlag("--isolation", "isolation", "none")
                .errors())
        .containsExactly(
            "--timeout: expected seconds, such as 30, 0.5 or 5m, found" + " 'abc'",
            "--env: expected NAME=value, found 'NOTHING'",
            "--isolation: expected one of shared, session, call, found" + " 'none'");
  }

  @Test
  @DisplayName("Bad input: why a file cannot be read is said, not only which")
  void whyAFileCannotBeReadIsSaid() {
    assertThat(ConfigFile.why(new AccessDeniedException("belay.yaml")))
        .isEqualTo("permission denied");
    assertThat(ConfigFile.why(new FileSystemException("belay.yaml", null, "Input/output error")))
        .isEqualTo("Input/output error");
    assertThat(ConfigFile.why(new FileSystemLoopException("belay.yaml")))
        .isEqualTo("FileSystemLoopException");
    assertThat(ConfigFile.why(new IOException("Is a directory"))).isEqualTo("Is a directory");
  }
}

package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages for each way of getting a server at a URL wrong (J20). */
class BadUrlServerTest {
  @TempDir Path directory;

  @Test
  @DisplayName("A command and a url exclude each other, and each has keys of its own")
  void whatExcludesEachOtherIsTold() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcpServers:
                      a: { command: x, url: "http://h/" }
                      b: { command: x, headers: { A: b } }
                      c: { url: "http://h/", args: [x], env: { A: b }, cwd: /, isolation: call }
                      d: { timeout: 5 }
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:2:20: mcpServers.a.url: a server has a command or a url, not both; its"
                + " command is at belay.yaml:2",
            "belay.yaml:3:31: mcpServers.b.headers.A: is for servers with a url",
            "belay.yaml:4:26: mcpServers.c.args: is for servers with a command",
            "belay.yaml:4:44: mcpServers.c.env.A: is for servers with a command",
            "belay.yaml:4:52: mcpServers.c.cwd: is for servers with a command",
            "belay.yaml:4:60: mcpServers.c.isolation: call is for servers with a command, which"
                + " then get a process for each call; a server with a url can be shared or session",
            "belay.yaml:5:3: mcpServers.d: needs a command or a url");
  }

  @Test
  void aServerThatTwoFilesStartIsTold() {
    assertThat(
            new Scene(directory)
                .client("a.json", "{\"mcpServers\": {\"a\": {\"url\": \"http://h/\"}}}")
                .client("b.json", "{\"mcpServers\": {\"a\": {\"command\": \"x\"}}}")
                .yaml("mcpServers: { a: { url: \"http://i/\" } }")
                .errors())
        .containsExactly(
            "b.json:1:17: mcpServers.a: the server is there twice; first at a.json:1",
            "belay.yaml:1:20: mcpServers.a.url: the server is there twice; first at a.json:1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "4000",
        "h:4000",
        "ftp://h/",
        "http://",
        "http:/h",
        "http://h:99999/",
        "http://a b/",
        "//h/mcp",
        "http://${SECRET}/ /"
      })
  void whatIsNoAddressIsToldWithoutShowingIt(String url) {
    assertThat(
            new Scene(directory)
                .environment("SECRET", "s3cret")
                .yaml("mcpServers: { a: { url: \"" + url + "\" } }")
                .errors())
        .containsExactly(
            "belay.yaml:1:20: mcpServers.a.url: expected an address such as"
                + " http://127.0.0.1:4000/mcp");
  }

  @Test
  void anAddressWithAUserOrAFragmentIsTold() {
    assertThat(
            new Scene(directory)
                .yaml(
                    """
                    mcpServers:
                      a: { url: "http://me:s3cret@h/" }
                      b: { url: "http://h/#top" }
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:2:8: mcpServers.a.url: holds a user; put it into headers, as Authorization",
            "belay.yaml:3:8: mcpServers.b.url: holds a fragment (#), which no server ever sees");
  }

  @Test
  @DisplayName("No header can smuggle in another one, and no message shows what it holds")
  void aHeaderThatCannotBeSentIsTold() {
    assertThat(
            new Scene(directory)
                .environment("TOKEN", "s3cret\n")
                .yaml(
                    """
                    mcpServers:
                      a:
                        url: http://h/
                        headers:
                          "A\\r\\nB": c
                          "A b": c
                          "": c
                          C: "c\\r\\nD: e"
                          E: "${TOKEN}"
                          F: "\\x01"
                          G: "\\u20ac"
                          H: [x]
                          c: d
                          Mcp-Session-Id: x
                          Mcp-Param-X: x
                          host: x
                    """)
                .errors())
        .containsExactly(
            "belay.yaml:5:7: mcpServers.a.headers: holds a name that no header can have",
            "belay.yaml:6:7: mcpServers.a.headers: holds a name that no header can have",
            "belay.yaml:7:7: mcpServers.a.headers: holds a name that no header can have",
            "belay.yaml:8:10: mcpServers.a.headers.C: holds a line break, which would begin a"
                + " header of its own",
            "belay.yaml:9:10: mcpServers.a.headers.E: holds a line break, which would begin a"
                + " header of its own",
            "belay.yaml:10:10: mcpServers.a.headers.F: holds a character that no header can hold",
            "belay.yaml:11:10: mcpServers.a.headers.G: holds a character that no header can hold",
            "belay.yaml:12:10: mcpServers.a.headers.H: expected a single value, found a list",
            "belay.yaml:13:7: mcpServers.a.headers.c: is there twice; case does not count in"
                + " headers",
            "belay.yaml:14:7: mcpServers.a.headers.Mcp-Session-Id: is set by Belay itself for"
                + " each request",
            "belay.yaml:15:7: mcpServers.a.headers.Mcp-Param-X: is set by Belay itself for each"
                + " request",
            "belay.yaml:16:7: mcpServers.a.headers.host: is set by Belay itself for each request");
  }

  @Test
  void aBadFlagIsToldByItsName() {
    assertThat(
            new Scene(directory)
                .atUrl("nowhere")
                .wrapFlag("--header", "headers", "nothing")
                .wrapFlag("--header", "headers", ": x")
                .wrapFlag("--header", "headers", "Host: x")
                .wrapFlag("--header", "headers", "A: ${UNSET}")
                .wrapFlag("--header", "headers", "B: c\r\nD: e")
                .wrapFlag("--env", "env", "A=b")
                .errors())
        .containsExactly(
            "--url: expected an address such as http://127.0.0.1:4000/mcp",
            "--header: expected 'Name: value'",
            "--header: is set by Belay itself for each request",
            "--header: the environment variable UNSET is not set",
            "--header: holds a line break, which would begin a header" + " of its own",
            "--env: is for servers with a command");
    assertThat(new Scene(directory).wrap().wrapFlag("--header", "headers", "A: b").errors())
        .containsExactly("--header: is for servers with a url");
  }
}

package dev.belay.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers that are there already, at a url, from every source. */
class UrlServerTest {
  private static final URI DOCS = URI.create("http://127.0.0.1:4000/mcp?key=s3cret");

  @TempDir Path directory;

  @Test
  void everyKeyMapsFromTheFile() {
    var scene =
        new Scene(directory)
            .environment("DOCS_PORT", "4000")
            .environment("DOCS_TOKEN", "s3cret")
            .yaml(
                """
                mcpServers:
                  docs:
                    url: "http://127.0.0.1:${DOCS_PORT}/mcp?key=${DOCS_TOKEN}"
                    headers:
                      Authorization: "Bearer pre-${DOCS_TOKEN}"
                      X-Key: literal
                    timeout: 11
                    idle_timeout: 7
                    startup_timeout: 13
                    cancel_grace: 0.5
                    isolation: session
                """);
    assertThat(scene.server("docs"))
        .isEqualTo(
            new ServerSettings(
                "docs",
                new Start.Url(
                    DOCS, Map.of("Authorization", "Bearer pre-s3cret", "X-Key", "literal")),
                Duration.ofSeconds(11),
                Duration.ofSeconds(7),
                Duration.ofSeconds(13),
                Duration.ofMillis(500),
                Isolation.SESSION,
                false));
    assertThat(scene.origins())
        .containsEntry(
            "mcpServers.docs.url", "http://127.0.0.1:${DOCS_PORT}/mcp?(hidden) belay.yaml:3")
        .containsEntry(
            "mcpServers.docs.headers.Authorization", "(hidden, with ${DOCS_TOKEN}) belay.yaml:5")
        .containsEntry("mcpServers.docs.headers.X-Key", "(hidden) belay.yaml:6")
        .containsEntry("mcpServers.docs.timeout", "11 belay.yaml:7");
  }

  @Test
  @DisplayName("What a header or a query holds is shown nowhere")
  void secretsAreNotShown() {
    var url = new Start.Url(DOCS, Map.of("Authorization", "Bearer s3cret"));
    assertThat(url.address()).isEqualTo("http://127.0.0.1:4000/mcp?(hidden)");
    assertThat(url.toString()).contains("Authorization").doesNotContain("s3cret");
  }

  @Test
  void aCommandLineMayNameTheAddress() {
    var scene =
        new Scene(directory)
            .environment("TOKEN", "s3cret")
            .yaml("mcpServers: { other: { command: x } }")
            .atUrl("https://mcp.example.com/mcp")
            .wrapFlag("--header", "headers", "Authorization: Bearer ${TOKEN}")
            .wrapFlag("--header", "headers", "X-A:b:c ")
            .wrapFlag("--header", "headers", "x-a: last")
            .wrapFlag("--timeout", "timeout", "5");
    assertThat(scene.settings().servers().keySet()).containsExactly("files");
    assertThat(scene.server("files").start())
        .isEqualTo(
            new Start.Url(
                URI.create("https://mcp.example.com/mcp"),
                Map.of("Authorization", "Bearer s3cret", "x-a", "last")));
    assertThat(scene.origins())
        .containsEntry("mcpServers.files.url", "https://mcp.example.com/mcp --url")
        .containsEntry("mcpServers.files.headers.Authorization", "(hidden, with ${TOKEN}) --header")
        .containsEntry("mcpServers.files.timeout", "5 --timeout");
  }

  @ParameterizedTest
  @CsvSource({
    "http, url",
    "sse, url",
    "streamable-http, url",
    "streamableHttp, url",
    "http, httpUrl",
    "http, serverUrl"
  })
  void aClientsOwnFileWorksUnchanged(String type, String key) {
    var scene =
        new Scene(directory)
            .client(
                ".mcp.json",
                """
                {"mcpServers": {"docs": {"type": "%s", "%s": "http://127.0.0.1:4000/mcp?key=s3cret",
                  "headers": {"A": "b"}}}}
                """
                    .formatted(type, key));
    assertThat(scene.warnings()).isEmpty();
    assertThat(scene.server("docs").start()).isEqualTo(new Start.Url(DOCS, Map.of("A", "b")));
  }

  @Test
  void inAClientsFileWhatCannotCountIsAWarning() {
    var scene =
        new Scene(directory)
            .client(
                "c.json",
                """
                {"mcpServers": {
                  "a": {"type": "http", "url": "http://h/", "command": "x", "args": ["y"]},
                  "b": {"type": "stdio", "url": "http://h/", "command": "x", "headers": {"A": "b"}},
                  "c": {"type": "carrier-pigeon", "url": "http://h/", "env": {"A": "b"}},
                  "d": {"httpUrl": "http://h/", "url": "http://h/sse"},
                  "e": {"url": "http://h/", "headers": {"Accept": "text/event-stream"}}}}
                """);
    assertThat(scene.warnings())
        .containsExactly(
            "c.json:2:45: mcpServers.a.command: is ignored, since the server has a url",
            "c.json:2:61: mcpServers.a.args: is ignored, since the server has a url",
            "c.json:3:26: mcpServers.b.url: is ignored, since the type is stdio",
            "c.json:4:9: mcpServers.c.type: is no transport that Belay knows; there are stdio,"
                + " http, sse, streamable-http",
            "c.json:4:55: mcpServers.c.env: is ignored, since the server has a url",
            "c.json:5:33: mcpServers.d.url: is ignored, since there is httpUrl",
            "c.json:6:41: mcpServers.e.headers.Accept: is ignored: Belay says it itself,"
                + " differently for each request");
    var started = scene.settings().servers();
    assertThat(started.keySet()).containsExactly("a", "b", "c", "d", "e");
    assertThat(started.values().stream().map(ServerSettings::start))
        .filteredOn(Start.Command.class::isInstance)
        .containsExactly(new Start.Command("x", List.of(), Map.of(), null));
  }

  @Test
  void belayYamlMayAddToAServerOfAClientsFile() {
    var scene =
        new Scene(directory)
            .client(
                "c.json",
                "{\"mcpServers\": {\"a\": {\"url\": \"http://h/\", \"headers\": {\"A\": \"b\"}}}}")
            .yaml("mcpServers: { a: { timeout: 5, headers: { a: c, D: e } } }");
    assertThat(scene.server("a").start())
        .isEqualTo(new Start.Url(URI.create("http://h/"), Map.of("a", "c", "D", "e")));
  }

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
            "belay.yaml:14:7: mcpServers.a.headers.Mcp-Session-Id: is said by Belay itself,"
                + " differently for each request",
            "belay.yaml:15:7: mcpServers.a.headers.Mcp-Param-X: is said by Belay itself,"
                + " differently for each request",
            "belay.yaml:16:7: mcpServers.a.headers.host: is said by Belay itself, differently for"
                + " each request");
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
            "--url: mcpServers.files.url: expected an address such as http://127.0.0.1:4000/mcp",
            "--header: mcpServers.files.headers: expected 'Name: value'",
            "--header: mcpServers.files.headers.Host: is said by Belay itself, differently for each"
                + " request",
            "--header: mcpServers.files.headers.A: the environment variable UNSET is not set",
            "--header: mcpServers.files.headers.B: holds a line break, which would begin a header"
                + " of its own",
            "--env: mcpServers.files.env.A: is for servers with a command");
    assertThat(new Scene(directory).wrap().wrapFlag("--header", "headers", "A: b").errors())
        .containsExactly("--header: mcpServers.files.headers.A: is for servers with a url");
  }

  @Test
  void noVariableOfTheEnvironmentMovesAServer() {
    var scene =
        new Scene(directory)
            .yaml("mcpServers: { a: { url: http://h/ } }")
            .environment("BELAY_MCPSERVERS_A_URL", "http://evil/");
    assertThat(scene.server("a").start())
        .isEqualTo(new Start.Url(URI.create("http://h/"), Map.of()));
    assertThat(scene.warnings()).singleElement().asString().contains("names no key");
  }
}

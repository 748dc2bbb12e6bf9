package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Start.Transport;
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

/** Running servers at a URL, from every source. */
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
                EraPolicy.AUTO,
                OnIgnoredCancel.REPLACE,
                1,
                null,
                ToolAccess.OPEN,
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
    var transport = type.equals("sse") ? Transport.SSE : Transport.HTTP;
    assertThat(scene.server("docs").start())
        .isEqualTo(new Start.Url(DOCS, Map.of("A", "b"), transport));
  }

  @ParameterizedTest
  @CsvSource({
    "http, HTTP",
    "sse, SSE",
    "streamable-http, HTTP",
    "streamableHttp, HTTP",
    "streamable_http, HTTP"
  })
  void theTransportMapsFromTheFile(String type, Transport transport) {
    var scene =
        new Scene(directory).yaml("mcpServers: { a: { url: http://h/sse, type: " + type + " } }");
    assertThat(scene.server("a").start())
        .isEqualTo(new Start.Url(URI.create("http://h/sse"), Map.of(), transport));
    assertThat(scene.origins())
        .containsEntry(
            "mcpServers.a.type",
            transport == Transport.SSE ? "sse belay.yaml:1" : "http belay.yaml:1");
  }

  @ParameterizedTest
  @CsvSource({
    "'url: http://h/, type: stdio', 'expected http or sse; a server with a command needs no type'",
    "'command: x, type: http', 'is for servers with a url'"
  })
  void aTransportThatCannotBeIsAnError(String keys, String why) {
    var scene = new Scene(directory).yaml("mcpServers: { a: { " + keys + " } }");
    assertThat(scene.errors()).singleElement().asString().contains("mcpServers.a.type", why);
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
            "c.json:6:41: mcpServers.e.headers.Accept: is ignored: Belay sets it itself for"
                + " each request");
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

package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Start.Transport;
import java.net.URI;
import java.nio.file.Path;
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
}

package dev.belay.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "CVE-2025-49596, CVE-2025-66414, CVE-2025-66416, CVE-2026-34742, CVE-2026-35568, CVE-2025-9611,"
        + " mcp.md §5D, SEC-M4: foreign hosts, origins and sites are refused, by default and on"
        + " every path")
final class OriginGuardTest {
  @AutoClose
  private final TestServer server =
      new TestServer(
          HttpServerOptions.defaults()
              .at("127.0.0.1", 0)
              .allowing(Set.of("Belay.Example", "fe80::1"), Set.of("https://App.example:8443"))
              .showing(Set.of("/path")),
          TestRoutes.ECHO,
          new HandTime());

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: evil.example.com",
        "Host: localhost.evil.example.com",
        "Host: localhost:80:80",
        "Host: localhost:x",
        "Host: [::1",
        "Host: ",
        "Host: localhost\r\nOrigin: http://evil.example.com",
        "Host: localhost\r\nOrigin: null",
        "Host: localhost\r\nOrigin: ",
        "Host: localhost\r\nOrigin: mailto:localhost",
        "Host: localhost\r\nOrigin: http://localhost/path",
        "Host: localhost\r\nOrigin: http://localhost@evil.example.com",
        "Host: localhost\r\nOrigin: http://local host",
        "Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://evil.example.com",
        "Host: localhost\r\nOrigin: http://app.example:8443",
        "Host: localhost:3002\r\nOrigin: http://localhost:8080",
        "Host: localhost:3002\r\nOrigin: http://localhost",
        "Host: localhost:3002\r\nOrigin: https://localhost:8443",
        "Host: localhost:3002\r\nOrigin: https://localhost",
        "Host: localhost:80\r\nOrigin: https://localhost",
        "Host: localhost:3002\r\nOrigin: https://127.0.0.1:3002",
        "Host: localhost\r\nOrigin: https://localhost.evil.example.com",
        "Host: localhost:3002\r\nOrigin: http://127.0.0.1:3002",
        "Host: belay.example\r\nOrigin: https://belay.example:8443",
        "Host: localhost\r\nSec-Fetch-Site: same-site",
        "Host: localhost\r\nSec-Fetch-Site: cross-site"
      })
  void refused(String headers) throws IOException {
    try (var client = server.client()) {
      // On any path: the guard precedes all routes, even unknown ones.
      var answer = client.send("GET /nowhere HTTP/1.1\r\n" + headers + "\r\n\r\n").answer();
      assertThat(answer.status()).isEqualTo(403);
      assertThat(answer.body())
          .startsWith("{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32000,\"message\":\"")
          .doesNotContain("\"id\"");
      assertThat(client.isClosed()).isTrue();
    }
  }

  @Test
  @DisplayName("CVE-2026-59950: a page that asks for a WebSocket is a page like any, and gets none")
  void aWebSocketIsNoWayIn() throws IOException {
    var upgrade =
        "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"
            + "\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    var path = "GET /path HTTP/1.1\r\nHost: localhost\r\nOrigin: ";
    try (var client = server.client()) {
      assertThat(client.send(path + "http://evil.example.com" + upgrade).answer().status())
          .isEqualTo(403);
    }
    try (var client = server.client()) {
      assertThat(client.send(path + "http://localhost" + upgrade).answer().status())
          .as("answered as the plain request that it is")
          .isEqualTo(200);
    }
  }

  private int page(String request) throws IOException {
    var head = request.replaceFirst(" \\| ", " HTTP/1.1\r\nHost: localhost\r\n");
    try (var client = server.client()) {
      return client.send(head.replace(" | ", "\r\n") + "\r\n\r\n").answer().status();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"same-site", "cross-site"})
  @DisplayName("A link on a page of another origin opens a page that changes nothing")
  void aLinkIsFollowed(String site) throws IOException {
    var from = " | Sec-Fetch-Site: " + site;
    assertThat(page("GET /path" + from + " | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document"))
        .isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /path | Sec-Fetch-Mode: cors | Sec-Fetch-Dest: empty",
        "GET /path | Sec-Fetch-Mode: no-cors | Sec-Fetch-Dest: image",
        "GET /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: iframe",
        "GET /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: embed",
        "GET /path | Sec-Fetch-Mode: navigate",
        "GET /path | Sec-Fetch-Dest: document",
        "GET /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Mode: cors | Sec-Fetch-Dest: document",
        "GET /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document | Origin: null",
        "GET /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document | Origin:"
            + " http://a.example",
        "POST /path | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document",
        "GET /echo | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document",
        "GET /echo | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document | Cookie: session=x",
        "GET /path/ | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document",
        "GET /nowhere | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document"
      })
  @DisplayName("Nothing else of such a page is let in: no script, frame or form, and no other path")
  void whatIsNoLinkIsRefused(String request) throws IOException {
    for (var site : List.of("same-site", "cross-site")) {
      assertThat(page(request + " | Sec-Fetch-Site: " + site)).as(site).isEqualTo(403);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host: localhost",
        "Host: LOCALHOST:3002",
        "Host: 127.0.0.1:1",
        "Host: [::1]:3002",
        "Host: [fe80::1]",
        "Host: belay.example:443",
        "Host: localhost:6274\r\nOrigin: http://localhost:6274",
        "Host: localhost:80\r\nOrigin: http://localhost",
        "Host: localhost\r\nOrigin: https://localhost",
        "Host: localhost:443\r\nOrigin: https://localhost",
        "Host: localhost:8443\r\nOrigin: https://localhost:8443\r\nSec-Fetch-Site: same-origin",
        "Host: [::1]:8443\r\nOrigin: https://[::1]:8443",
        "Host: [::1]:6274\r\nOrigin: http://[::1]:6274\r\nSec-Fetch-Site: same-origin",
        "Host: belay.example\r\nOrigin: https://belay.example",
        "Host: belay.example:443\r\nOrigin: https://belay.example",
        "Host: belay.example:8080\r\nOrigin: http://belay.example:8080",
        "Host: localhost\r\nOrigin: https://app.example:8443\r\nSec-Fetch-Site: cross-site",
        "Host: localhost\r\nSec-Fetch-Site: none",
        "Host: localhost\r\nSec-Fetch-Site: same-origin"
      })
  void taken(String headers) throws IOException {
    try (var client = server.client()) {
      assertThat(client.send("GET /path HTTP/1.1\r\n" + headers + "\r\n\r\n").answer().status())
          .isEqualTo(200);
    }
  }
}

package dev.belay.mcp.http;

import static dev.belay.mcp.http.Said.INITIALIZED;
import static dev.belay.mcp.http.Said.initialize;
import static dev.belay.mcp.http.Said.legacy;
import static dev.belay.mcp.http.Said.modern;
import static dev.belay.mcp.http.Said.opened;
import static dev.belay.mcp.http.Said.result;
import static dev.belay.mcp.http.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class HttpConnectionTest {
  private final RecordingHttpHandler handler = new RecordingHttpHandler();

  private HttpConnection connect(ScriptedServer server) {
    return new HttpConnection(
        "s",
        server.url(),
        Map.of("Authorization", "Bearer x"),
        HttpBounds.DEFAULT,
        Time.system(),
        handler);
  }

  private static void end(HttpConnection connection) {
    connection.close();
    connection.closed().toCompletableFuture().join();
  }

  @Test
  void aLegacySessionIsOpenedAndItsCallAnswered() throws InterruptedException {
    try (var server =
        new ScriptedServer((request, wire) -> {
          if (request.method().equals("DELETE")) {
            wire.respond(200, "", "");
          } else if (request.method().equals("GET")) {
            wire.respond(405, "", "");
          } else if (request.has("initialize\"")) {
            wire.json(opened(0), "Mcp-Session-Id: abc\r\n");
          } else if (request.has("initialized")) {
            wire.accepted();
          } else {
            wire.json(result(1, "\"content\":[]"));
          }
        })) {
      var connection = connect(server);
      connection.start();
      assertThat(connection.send(initialize(0))).isTrue();
      assertThat(handler.next()).isEqualTo("0 " + opened(0));
      assertThat(connection.send(utf8(INITIALIZED))).isTrue();
      assertThat(connection.send(legacy(1, "tools/call"))).isTrue();
      assertThat(handler.next()).isEqualTo("1 " + result(1, "\"content\":[]"));
      end(connection);

      var first = server.heard.take();
      assertThat(first.header("Mcp-Session-Id")).isEmpty();
      assertThat(first.header("MCP-Protocol-Version")).isEmpty();
      assertThat(first.header("Accept")).isEqualTo("application/json, text/event-stream");
      assertThat(first.header("Content-Type")).isEqualTo("application/json");
      var second = server.heard.take();
      assertThat(second.body()).isEqualTo(INITIALIZED);
      assertThat(server.heard)
          .extracting(ScriptedServer.Heard::method)
          .containsExactlyInAnyOrder("GET", "POST", "DELETE");
      assertThat(server.heard)
          .allSatisfy(later -> {
            assertThat(later.header("Mcp-Session-Id")).isEqualTo("abc");
            assertThat(later.header("MCP-Protocol-Version")).isEqualTo("2025-11-25");
            assertThat(later.header("Authorization")).isEqualTo("Bearer x");
          });
      handler.isQuiet();
    }
  }

  @Test
  void aModernCallStandsAlone() throws InterruptedException {
    try (var server =
        new ScriptedServer((request, wire) -> {
          if (request.has("server/discover")) {
            wire.json(result("\"d\"", ""));
          } else {
            wire.events()
                .event("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}")
                .event(result(7, "\"content\":[]"))
                .end();
          }
        })) {
      var connection = connect(server);
      connection.send(modern("\"d\"", "server/discover", ""));
      assertThat(handler.next()).isEqualTo("\"d\" " + result("\"d\"", ""));
      connection.send(modern(7, "tools/call", "\"name\":\"wörk\""));
      assertThat(handler.next())
          .isEqualTo("7 {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
      assertThat(handler.next()).isEqualTo("7 " + result(7, "\"content\":[]"));
      end(connection);

      var discover = server.heard.take();
      assertThat(discover.header("Mcp-Method")).isEqualTo("server/discover");
      assertThat(discover.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
      assertThat(discover.headers()).doesNotContainKey("mcp-name");
      var call = server.heard.take();
      assertThat(call.header("Mcp-Name")).isEqualTo("=?base64?d8O2cms=?=");
      assertThat(call.headers()).doesNotContainKey("mcp-session-id");
      assertThat(server.heard).isEmpty();
    }
  }
}

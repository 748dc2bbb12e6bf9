package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.tools.declare.Tools;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("Tools are served over HTTP")
@Timeout(120)
final class HttpToolServerTest {
  private static HttpToolServer server() {
    return ToolServer.http(Tools.of(new StdioMain.IllMannered())).named("web", "2").port(0);
  }

  private static String post(RunningToolServer server, String tool)
      throws IOException, InterruptedException {
    try (var client = HttpClient.newHttpClient()) {
      return client
          .send(
              HttpRequest.newBuilder(URI.create(server.url()))
                  .header("Content-Type", "application/json")
                  .header("Accept", "application/json, text/event-stream")
                  .header("MCP-Protocol-Version", "2026-07-28")
                  .header("Mcp-Method", "tools/call")
                  .header("Mcp-Name", tool)
                  .POST(
                      HttpRequest.BodyPublishers.ofString(
                          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":"
                              + "{\"name\":\""
                              + tool
                              + "\",\"arguments\":{},"
                              + TestClient.META
                              + "}}"))
                  .build(),
              HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  @Test
  @DisplayName("a modern client calls without a session")
  void modern() throws IOException, InterruptedException {
    try (var running = server().start()) {
      assertThat(post(running, "prints"))
          .contains("\"text\":\"printed\"", "\"resultType\":\"complete\"", "\"name\":\"web\"");
    }
  }

  @Test
  @DisplayName("closing answers what runs, and lets go of the port")
  void closes() throws IOException, InterruptedException {
    int port;
    try (var running = server().start()) {
      port = running.port();
    }
    try (var again = server().port(port).start()) {
      assertThat(again.port()).isEqualTo(port);
    }
  }

  @Test
  @DisplayName("nobody else than this machine is served unless it is said who may come in")
  void notToAnybody() {
    assertThatThrownBy(() -> server().host("0.0.0.0").start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("access(");
  }
}

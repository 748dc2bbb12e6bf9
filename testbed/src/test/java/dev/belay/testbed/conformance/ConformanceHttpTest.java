package dev.belay.testbed.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.server.Speaks;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("The conformance fixture answers over HTTP")
@Timeout(120)
final class ConformanceHttpTest {
  @Test
  @DisplayName("a modern call by POST; an argument that differs from its header is refused")
  void posts() throws IOException {
    try (var http = ConformanceFixture.http(Speaks.BOTH).port(0).start()) {
      var url = URI.create(http.url());

      assertThat(post(url, "echo", "message", "Mcp-Param-None: x"))
          .startsWith("HTTP/1.1 200")
          .contains("Echo: here", "\"resultType\":\"complete\"");
      assertThat(post(url, "test_x_mcp_header", "region", "Mcp-Param-Region: here"))
          .startsWith("HTTP/1.1 200")
          .contains("Region: here");
      assertThat(post(url, "test_x_mcp_header", "region", "Mcp-Param-Region: there"))
          .startsWith("HTTP/1.1 400")
          .contains("-32020");
    }
  }

  private static String post(URI url, String tool, String argument, String header)
      throws IOException {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s",
        "arguments":{"%s":"here"},
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",
        "io.modelcontextprotocol/clientCapabilities":{}}}}
        """
            .formatted(tool, argument);
    var head =
        "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
            + "Accept: application/json, text/event-stream\r\nContent-Type: application/json\r\n"
            + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: "
            + tool
            + "\r\n"
            + header
            + "\r\nContent-Length: "
            + body.length()
            + "\r\n\r\n";
    try (var socket = new Socket(InetAddress.getLoopbackAddress(), url.getPort())) {
      socket.getOutputStream().write((head + body).getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}

package dev.belay.testbed.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.server.Speaks;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.Base64;
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

  @Test
  @DisplayName("its prompts take arguments, and one asks for its context first")
  void prompts() throws IOException, InterruptedException {
    try (var http = ConformanceFixture.http(Speaks.BOTH).port(0).start();
        var client = ScriptedHttpClient.modern(URI.create(http.url()))) {
      assertThat(prompt(client, "simple_prompt", "").at("content", "text").text())
          .isEqualTo("This is a simple prompt for testing.");
      var both = ",\"arguments\":{\"arg1\":\"a \\\"b\\\"\",\"arg2\":\"c\"}";
      assertThat(prompt(client, "prompt_with_arguments", both).at("content", "text").text())
          .isEqualTo("Prompt with arguments: arg1='a \"b\"', arg2='c'");
      var uri = ",\"arguments\":{\"resourceUri\":\"test://mine\"}";
      var embedded = prompt(client, "prompt_with_embedded_resource", uri);
      assertThat(embedded.at("content", "resource", "uri").text()).isEqualTo("test://mine");
      assertThat(prompt(client, "prompt_with_image", "").at("content", "type").text())
          .isEqualTo("image");

      client.declaring("{\"elicitation\":{}}");
      var asked =
          client
              .ask("prompts/get", "{\"name\":\"test_input_required_result_prompt\"}")
              .at("result");
      assertThat(asked.at("inputRequests", "user_context", "method").text())
          .isEqualTo("elicitation/create");
      var answer =
          ",\"inputResponses\":{\"user_context\":{\"action\":\"accept\","
              + "\"content\":{\"context\":\"tests\"}}}";
      assertThat(
              prompt(client, "input_required_result_prompt", answer).at("content", "text").text())
          .isEqualTo("Use this context: tests");
    }
  }

  /** {@return the first message of a prompt} */
  private static Json prompt(ScriptedHttpClient client, String name, String more)
      throws InterruptedException {
    return client
        .ask("prompts/get", "{\"name\":\"test_" + name + "\"" + more + "}")
        .at("result", "messages")
        .items()
        .getFirst();
  }

  @Test
  @DisplayName("its resources are a text, bytes, and data by the id in their names")
  void resources() throws IOException, InterruptedException {
    try (var http = ConformanceFixture.http(Speaks.BOTH).port(0).start();
        var client = ScriptedHttpClient.modern(URI.create(http.url()))) {
      assertThat(resource(client, "test://static-text").at("text").text())
          .isEqualTo("This is the content of the static text resource.");
      assertThat(
              Base64.getDecoder()
                  .decode(resource(client, "test://static-binary").at("blob").text()))
          .startsWith(0x89, 'P', 'N', 'G');
      assertThat(resource(client, "test://watched-resource").at("text").text())
          .isEqualTo("Watched content.");
      var data = resource(client, "test://template/7/data");
      assertThat(data.at("uri").text()).isEqualTo("test://template/7/data");
      assertThat(Json.parse(data.at("text").text()).at("data").text()).isEqualTo("Data for ID: 7");
    }
  }

  private static Json resource(ScriptedHttpClient client, String uri) throws InterruptedException {
    return client
        .ask("resources/read", "{\"uri\":" + Json.quote(uri) + "}")
        .at("result", "contents")
        .items()
        .getFirst();
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

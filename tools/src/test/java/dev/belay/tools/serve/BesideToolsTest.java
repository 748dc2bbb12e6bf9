package dev.belay.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.tools.declare.Icon;
import dev.belay.tools.declare.Tools;
import java.net.URI;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("A server of tools serves whatever else MCP has beside them")
final class BesideToolsTest {
  private static StdioToolServer server() {
    return ToolServer.stdio(
            Tools.of(
                Tools.define("look")
                    .description("Looks")
                    .icon(
                        new Icon(
                            URI.create("https://example.com/look.png"),
                            "image/png",
                            List.of("48x48", "any"),
                            Icon.Theme.DARK))
                    .icon(Icon.of(URI.create("data:image/png;base64,AA==")))
                    .meta(JsonMapper.shared().createObjectNode().put("example.com/kind", "eye"))
                    .handle(_ -> "seen")))
        .report(new LinkedBlockingQueue<String>()::add)
        .beside(BesideToolsTest::prompts)
        .beside(BesideToolsTest::resources);
  }

  private static void prompts(McpServerBuilder more) {
    more.prompt("{\"name\":\"greet\"}".getBytes(UTF_8), _ -> "{\"messages\":[]}".getBytes(UTF_8));
  }

  private static void resources(McpServerBuilder more) {
    more.resource(
        "{\"uri\":\"test://one\",\"name\":\"one\"}".getBytes(UTF_8),
        _ -> "{\"contents\":[]}".getBytes(UTF_8));
  }

  @Test
  @DisplayName("prompts and resources are declared, listed and given, and tools are called")
  void both() throws InterruptedException {
    var client = TestClient.legacy(server().served().host());

    assertThat(client.request("1", "prompts/list", "{}").answer()).contains("\"name\":\"greet\"");
    assertThat(client.request("2", "prompts/get", "{\"name\":\"greet\"}").answer())
        .contains("\"messages\":[]");
    assertThat(client.request("3", "resources/read", "{\"uri\":\"test://one\"}").answer())
        .contains("\"contents\":[]");
    assertThat(client.call("4", "look", "{}").text()).isEqualTo("seen");
  }

  @Test
  @DisplayName("a tool is listed with its pictures, and with _meta of its own")
  void listed() throws InterruptedException {
    var client = TestClient.legacy(server().served().host());

    assertThat(client.request("1", "tools/list", "{}").answer())
        .contains(
            ",\"icons\":[{\"src\":\"https://example.com/look.png\",\"mimeType\":\"image/png\","
                + "\"sizes\":[\"48x48\",\"any\"],\"theme\":\"dark\"},"
                + "{\"src\":\"data:image/png;base64,AA==\"}],"
                + "\"_meta\":{\"example.com/kind\":\"eye\"}}");
  }

  @Test
  @DisplayName("clients are told of changes beside the tools, by a server that said it would")
  void changes() throws InterruptedException {
    var server = server().changing();
    var client = TestClient.legacy(server.served().host());
    client.request("1", "resources/subscribe", "{\"uri\":\"test://one\"}").answer();
    server.promptsChanged();
    server.resourcesChanged();
    server.resourceUpdated("test://other");
    server.resourceUpdated("test://one");

    assertThat(client.told.take()).contains("notifications/prompts/list_changed");
    assertThat(client.told.take()).contains("notifications/resources/list_changed");
    assertThat(client.told.take())
        .contains("notifications/resources/updated", "\"uri\":\"test://one\"");
  }

  @Test
  @DisplayName("a server that did not say so, or does not serve, tells nobody")
  void silent() {
    var still = server();
    still.served();
    assertThatThrownBy(still::promptsChanged)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("changing()");
    assertThatThrownBy(server().changing()::resourcesChanged)
        .isInstanceOf(IllegalStateException.class);
  }
}

package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ResultBounds;
import dev.belay.tools.store.StoreBounds;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Output beyond the bound is cut, and linked as a resource where a store is on")
@Claim("B9")
final class CutResourcesTest {
  static final class Chatty {
    @Tool
    String talk() {
      return "ö\"".repeat(5_000);
    }
  }

  private static ToolServer<?> server() {
    return ToolServer.stdio(Tools.of(new Chatty())).results(new ResultBounds(1_024, 10));
  }

  @Test
  @DisplayName("a legacy client reads what its result links to")
  void legacy() throws InterruptedException {
    var host = server().keepCut(StoreBounds.DEFAULTS).served().host();
    var client = TestClient.legacy(host, "2025-11-25");
    var link = client.call("1", "talk", "{}").result().at("/content/2");
    assertThat(link.path("type").asString()).isEqualTo("resource_link");
    assertThat(link.path("size").asInt()).isEqualTo(15_000);

    var read =
        client.request("2", "resources/read", "{\"uri\":\"" + link.path("uri").asString() + "\"}");
    var contents = read.result().path("contents").path(0);
    assertThat(contents.path("uri")).isEqualTo(link.path("uri"));
    assertThat(contents.path("mimeType").asString()).isEqualTo("text/plain");
    assertThat(contents.path("text").asString()).isEqualTo("ö\"".repeat(5_000));
  }

  @Test
  @DisplayName("a modern client too; what is not there any more is told so")
  void modern() throws InterruptedException {
    var client = new TestClient(server().keepCut(StoreBounds.DEFAULTS).served().host());
    var uri = client.callModern("1", "talk", "{}", "").result().at("/content/2/uri").asString();
    var params = "{\"uri\":\"%s\"," + TestClient.META + "}";
    assertThat(client.request("2", "resources/read", params.formatted(uri)).answer())
        .contains("\"mimeType\":\"text/plain\"");

    var gone = params.formatted("belay-output:///" + "0".repeat(32));
    var error =
        JsonMapper.shared()
            .readTree(client.request("3", "resources/read", gone).answer())
            .path("error");
    assertThat(error.path("code").asInt()).isEqualTo(-32_602);
    assertThat(error.path("message").asString())
        .startsWith("Resource not found: belay-output:///0");
  }

  @Test
  @DisplayName("without a store nothing is kept, and no resources are offered")
  void off() throws InterruptedException {
    var client = TestClient.legacy(server().served().host(), "2025-11-25");
    assertThat(client.call("1", "talk", "{}").result().path("content").size()).isEqualTo(2);
    assertThat(client.request("2", "resources/templates/list", "{}").answer()).contains("-32601");
  }
}

package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class HttpModernTest extends FaultyHttpFixture {
  @Test
  void eachRequestStandsAlone() throws IOException, InterruptedException {
    var client = modern();
    assertThat(client.ask("server/discover", "{}").at("result", "supportedVersions").raw())
        .isEqualTo("[\"2026-07-28\"]");
    var answer = call(client, "echo", "{\"text\":\"hi\"}");

    assertThat(text(answer.response())).isEqualTo("hi");
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.nextEvent().id()).as("no ids in the modern era").isEmpty();
    assertThat(client.listen().status()).isEqualTo(405);
    assertThat(client.delete().field("Allow")).isEqualTo("POST");
  }

  @Test
  void errorsHaveTheirStatus() throws IOException, InterruptedException {
    var client = modern();
    assertThat(client.request("1", "ping", "{}").status()).isEqualTo(404);
    var echo = client.requestPost("1", "tools/call", "{\"name\":\"echo\"}");
    var mismatch = client.send(echo.replacing("Mcp-Name", "other"));
    assertThat(mismatch.status()).isEqualTo(400);
    assertThat(mismatch.response().at("error", "code").raw()).isEqualTo("-32020");
    assertThat(client.send(echo.replacing("Mcp-Name", "=?base64?ZWNobw==?=")).status())
        .isEqualTo(200);
    assertThat(client.send(echo.without("MCP-Protocol-Version")).status()).isEqualTo(400);

    var bare = client.send(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"));
    assertThat(bare.response().at("error", "code").raw()).isEqualTo("-32602");
    assertThat(bare.status()).isEqualTo(400);
    var unknown = call(client, "nothing", "{}");
    assertThat(unknown.status()).as("unknown tools are told in band").isEqualTo(200);
  }

  @Test
  void aLegacyGreetingIsToldWhatIsSpoken() throws IOException, InterruptedException {
    var client = keep(ScriptedHttpClient.legacy(serve("--era", "modern").url()));
    var answer = client.request("1", "initialize", "{\"protocolVersion\":\"2025-11-25\"}");

    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.response().at("error", "code").raw()).isEqualTo("-32022");
  }

  @Test
  void aLegacyServerAsksAModernClientForASession() throws IOException, InterruptedException {
    var client = keep(ScriptedHttpClient.modern(serve().url()));

    assertThat(client.request("1", "server/discover", "{}").status()).isEqualTo(400);
  }

  @Test
  void leavingCancelsTheCall() throws IOException, InterruptedException {
    var client = modern();
    var answer = call(client, "hang_honouring_cancel", "{}");
    assertThat(answer.status()).isEqualTo(200);
    answer.line().close();

    server().awaitLog("cancelled 5");
    server().awaitLog("ended hang_honouring_cancel");
    assertThat(server().log()).contains("left /mcp");
  }

  @Test
  void aListenerHearsOfChangesUntilItLeaves() throws IOException, InterruptedException {
    var client = modern();
    var stream =
        client.request(
            "\"L1\"", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    stream.awaitMethod("notifications/subscriptions/acknowledged");
    client.call("list_change", "{}");
    var change = stream.awaitMethod("notifications/tools/list_changed");

    assertThat(change.at("params", "_meta", "io.modelcontextprotocol/subscriptionId").text())
        .isEqualTo("L1");
    stream.line().close();
    server().awaitLog("left");
    client.call("list_change", "{}");
  }

  @Test
  void bothErasLiveOnOneUrl() throws IOException, InterruptedException {
    var old = legacy("--era", "both");
    var young = keep(ScriptedHttpClient.modern(server().url()));

    assertThat(old.call("echo", "{}").at("result", "resultType").present()).isFalse();
    assertThat(young.call("echo", "{}").at("result", "resultType").text()).isEqualTo("complete");
  }
}

package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("What is no tool call passes through both ways as it is")
final class PassThroughTest extends Closing {
  private static final String ODD =
      "{ \"b\":1.0e+02,\"a\" : [ ], \"\\u00fc\":\"\\/\", \"big\":123456789012345678901234567890 }";

  @Test
  @DisplayName("Unknown requests, their params and errors pass byte for byte, but for the id")
  void unknownRequestsPass() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    rope.client()
        .send(
            "{ \"params\":"
                + ODD
                + ",\"method\":\"x/y\", \"id\":\"a\",\"more\":null,\"jsonrpc\":\"2.0\"}");
    var answer = rope.client().awaitResponse("\"a\"");

    var got = rope.got("x/y").getFirst();
    assertThat(got.raw())
        .isEqualTo(
            "{ \"params\":"
                + ODD
                + ",\"method\":\"x/y\", \"id\":"
                + got.at("id").raw()
                + ",\"more\":null,\"jsonrpc\":\"2.0\"}");
    assertThat(answer.raw())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"error\":"
                + "{\"code\":-32601,\"message\":\"Method not found\"}}");
  }

  @Test
  @DisplayName("Unknown notifications pass, whatever is in them")
  void unknownNotificationsPass() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var line = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/odd\",\"params\":" + ODD + "}";
    rope.client().send(line);
    rope.client().notify("notifications/roots/list_changed", "{}");
    rope.settle();
    assertThat(rope.log("recv")).contains(line);
    assertThat(rope.got("notifications/roots/list_changed")).hasSize(1);
    assertThat(rope.got("notifications/initialized")).hasSize(1);
  }

  @Tag("process")
  @Test
  @DisplayName("Results pass byte for byte, with what nobody knows in them")
  void resultsPass() throws InterruptedException {
    var rope = opened(ServerProcesses.over().command("/bin/sh", "-c", ODD_ANSWERS).start());
    rope.client().request("7", "tools/call", "{\"name\":\"x\",\"arguments\":{}}");
    rope.client().awaitResponse("7");
    rope.client().request("8", "resources/read", "{}");
    rope.client().awaitResponse("8");
    var result = ",\"result\":{ \"content\":[ ],\"n\":1.50, \"_meta\":{\"x\":1e5}},\"odd\":true}";
    assertThat(rope.client().received())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":7" + result, "{\"jsonrpc\":\"2.0\",\"id\":8" + result);
  }

  private static final String ODD_ANSWERS =
      """
      for id in 1 2; do
        read line
        echo '{"jsonrpc":"2.0","id":'$id',"result":{ "content":[ ],"n":1.50, "_meta":{"x":1e5}},"odd":true}'
      done
      cat > /dev/null
      """;

  @Test
  @DisplayName("Logging, resources and lists pass, and the server's news of them")
  void newsOfTheServerPasses() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    var client = rope.client();
    assertThat(client.ask("logging/setLevel", "{\"level\":\"debug\"}").at("result").raw())
        .isEqualTo("{}");
    assertThat(client.ask("resources/list", "{}").at("result").raw())
        .isEqualTo("{\"resources\":[]}");
    client.ask("resources/subscribe", "{\"uri\":\"file:///a\"}");
    client.call("resource_change", "{\"uri\":\"file:///a\"}");
    client.call("list_change", "{}");
    client.call("flood_notifications", "{\"count\":2}");
    assertThat(client.received(m -> m.at("method").present() && !m.at("id").present()))
        .extracting(Json::raw)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                + "\"params\":{\"uri\":\"file:///a\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"level\":\"info\",\"data\":\"flood 1\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"level\":\"info\",\"data\":\"flood 2\"}}");
  }

  @Test
  @DisplayName("Pings pass both ways")
  void pingsPassBothWays() throws InterruptedException {
    var rope = opened(StdioHarness.over().initialized());
    assertThat(rope.client().ask("ping", "{}").at("result").raw()).isEqualTo("{}");
    rope.send("1", "ask", "{\"method\":\"ping\"}", "{}");
    var ping = rope.client().awaitMethod("ping");
    rope.client().send("{\"jsonrpc\":\"2.0\",\"id\":" + ping.at("id").raw() + ",\"result\":{}}");
    assertThat(StdioHarness.text(rope.client().awaitResponse("1"))).isEqualTo("{}");
  }

  @Test
  @DisplayName("A server's batch is taken apart")
  void aServersBatchIsTakenApart() throws InterruptedException {
    var rope = opened(StdioHarness.over().start());
    rope.client().initialize("2025-03-26");
    assertThat(StdioHarness.text(rope.client().call("batch", "{}"))).isEqualTo("batched");
    assertThat(rope.client().awaitMethod("notifications/message").raw()).contains("in a batch");
  }
}

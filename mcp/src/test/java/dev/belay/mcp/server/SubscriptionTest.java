package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.OK;
import static dev.belay.mcp.server.Samples.error;
import static dev.belay.mcp.server.Samples.resource;
import static dev.belay.mcp.server.Samples.server;
import static dev.belay.mcp.server.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A modern client hears of what it listens for, on the stream where it listens")
final class SubscriptionTest {
  private final McpServer server =
      server()
          .announcesChanges()
          .tool(tool("t"), _ -> OK)
          .resource(resource("test://a"), _ -> OK)
          .build();

  private Client.Reply listen(Client client, String wishes) {
    return client.request(
        "\"L\"", "subscriptions/listen", Client.modern("\"notifications\":" + wishes));
  }

  @Test
  @DisplayName("first comes what is honoured, then each change once, all under the listen's id")
  void listens() throws InterruptedException {
    var client = new Client(server);
    var reply =
        listen(
            client,
            "{\"toolsListChanged\":true,\"promptsListChanged\":true,\"resourcesListChanged\":false,"
                + "\"resourceSubscriptions\":[\"test://a\",\"test://b\"],\"taskIds\":[\"x\"]}");
    server.toolsChanged();
    server.resourcesChanged();
    server.resourceUpdated("test://a");
    server.resourceUpdated("test://b");
    server.endSubscriptions();
    server.toolsChanged();

    assertThat(reply.messages)
        .containsExactly(
            told(
                "subscriptions/acknowledged",
                "\"notifications\":{\"toolsListChanged\":true,"
                    + "\"resourceSubscriptions\":[\"test://a\"]},"),
            told("tools/list_changed", ""),
            told("resources/updated", "\"uri\":\"test://a\","));
    assertThat(reply.answer())
        .contains("\"id\":\"L\"", "\"resultType\":\"complete\"", "subscriptionId\":\"L\"");
    assertThat(client.told).isEmpty();
  }

  private static String told(String what, String members) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/%s\",\"params\":{%s%s}}"
        .formatted(what, members, "\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"L\"}");
  }

  @Test
  @DisplayName("taken back it ends without a word; so it does when the client has gone")
  void ends() throws InterruptedException {
    var client = new Client(server);
    var first = listen(client, "{\"toolsListChanged\":true}");
    client.cancel("\"L\"");
    assertThat(first.answer()).isEqualTo(Client.Reply.NOTHING);
    var second = listen(client, "{\"toolsListChanged\":true}");
    client.conversation.close();
    assertThat(second.answer()).isEqualTo(Client.Reply.NOTHING);

    server.toolsChanged();
    assertThat(first.messages).hasSize(1);
    assertThat(second.messages).hasSize(1);
  }

  @Test
  @DisplayName("one that would never hear of anything ends at once; without wishes it is invalid")
  void empty() throws InterruptedException {
    var client = new Client(server);
    var reply = listen(client, "{\"promptsListChanged\":true}");

    assertThat(reply.next()).contains("acknowledged", "\"notifications\":{}");
    assertThat(reply.answer()).contains("\"resultType\":\"complete\"");
    assertThat(client.askModern("subscriptions/listen", "")).contains(error(-32602));
  }

  @Test
  @DisplayName("a client that does not read loses the subscription")
  void unread() throws InterruptedException {
    var client = new Client(server);
    var reply = listen(client, "{\"toolsListChanged\":true}");
    reply.reads = false;
    server.toolsChanged();

    assertThat(reply.answer()).contains("\"resultType\":\"complete\"");
  }
}

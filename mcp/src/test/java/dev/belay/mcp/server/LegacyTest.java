package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.OK;
import static dev.belay.mcp.server.Samples.call;
import static dev.belay.mcp.server.Samples.error;
import static dev.belay.mcp.server.Samples.json;
import static dev.belay.mcp.server.Samples.resource;
import static dev.belay.mcp.server.Samples.server;
import static dev.belay.mcp.server.Samples.serving;
import static dev.belay.mcp.server.Samples.text;
import static dev.belay.mcp.server.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.LogLevel;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("To a legacy client the server is one of its own era")
@Timeout(60)
final class LegacyTest {
  @ParameterizedTest
  @CsvSource({
    "2024-11-05,2024-11-05",
    "2025-06-18,2025-06-18",
    "1999-01-01,2025-11-25",
    "2026-07-28,2025-11-25"
  })
  @DisplayName("initialize agrees on the revision asked for, or proposes the latest legacy one")
  void version(String asked, String agreed) throws InterruptedException {
    var client = new Client(serving(_ -> OK));

    assertThat(client.ask("initialize", "{\"protocolVersion\":\"" + asked + "\"}"))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\""
                + agreed
                + "\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
                + "\"serverInfo\":{\"name\":\"test\",\"version\":\"1\"}}}");
  }

  @Test
  @DisplayName("before initialize only ping is answered; without a revision it is invalid")
  void opening() throws InterruptedException {
    var client = new Client(serving(_ -> OK));

    assertThat(client.ask("ping", "{}")).endsWith("\"result\":{}}");
    assertThat(client.ask("tools/list", "{}")).contains(error(-32600));
    assertThat(client.ask("initialize", "{}")).contains(error(-32602));
  }

  @Test
  @DisplayName("what is not served is not found, modern methods among it")
  void methods() throws InterruptedException {
    var client = Client.legacy(serving(_ -> OK));

    for (var method :
        List.of(
            "prompts/list",
            "prompts/get",
            "resources/list",
            "resources/read",
            "resources/templates/list",
            "resources/subscribe",
            "completion/complete",
            "server/discover",
            "subscriptions/listen",
            "unknown/method")) {
      assertThat(client.ask(method, "{}")).as(method).contains(error(-32601));
    }
  }

  @Test
  @DisplayName("a call without arguments has empty ones; a result goes out on one line as it is")
  void calls() throws InterruptedException {
    var client =
        Client.legacy(
            serving(
                exchange -> json("{\"content\":[],\n\"x\":" + text(exchange.arguments()) + "}")));

    assertThat(client.ask("tools/call", call("")))
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[], \"x\":{}}}");
    assertThat(client.ask("tools/call", call("\"arguments\":{\"n\":1.0}")))
        .contains("\"x\":{\"n\":1.0}");
    assertThat(client.ask("tools/call", call("\"arguments\":[1]"))).contains(error(-32602));
    assertThat(client.ask("tools/call", "{}")).contains(error(-32602));
    assertThat(client.ask("tools/call", "{\"name\":\"other\"}"))
        .contains(error(-32602), "Unknown tool: other");
  }

  @Test
  @DisplayName("lists come in pages, in the order given; an unknown cursor is invalid")
  void pages() throws InterruptedException {
    var client =
        Client.legacy(
            server()
                .pageSize(2)
                .tool(tool("a"), _ -> OK)
                .tool(tool("b"), _ -> OK)
                .tool(tool("c"), _ -> OK)
                .build());

    var first = client.ask("tools/list", "{}");
    assertThat(first).contains("\"a\"", "\"b\"").doesNotContain("\"c\"").doesNotContain("\n");
    var cursor = first.replaceAll(".*\"nextCursor\":(\"[^\"]+\").*", "$1");
    assertThat(client.ask("tools/list", "{\"cursor\":" + cursor + "}"))
        .contains("\"c\"")
        .doesNotContain("nextCursor");
    assertThat(client.ask("tools/list", "{\"cursor\":\"\"}")).contains(error(-32602));
    assertThat(client.ask("tools/list", "{\"cursor\":7}")).contains(error(-32602));
  }

  @Test
  @DisplayName("log messages go out from the level that the client sets, INFO until then")
  void logging() throws InterruptedException {
    var client =
        Client.legacy(
            serving(exchange -> {
              for (var level : LogLevel.values()) {
                exchange.log(level, json("\"x\""));
              }
              return OK;
            }));

    var first = client.request("1", "tools/call", call(""));
    var _ = first.answer();
    assertThat(first.messages).hasSize(7);
    assertThat(client.ask("logging/setLevel", "{\"level\":\"alert\"}")).endsWith("{}}");
    var second = client.request("2", "tools/call", call(""));
    var _ = second.answer();
    assertThat(second.messages)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"level\":\"alert\",\"data\":\"x\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\","
                + "\"params\":{\"level\":\"emergency\",\"data\":\"x\"}}");
    assertThat(client.ask("logging/setLevel", "{\"level\":\"loud\"}")).contains(error(-32602));
  }

  @Test
  @DisplayName("changes are told to sessions, updates to those that subscribed")
  void changes() throws InterruptedException {
    var server = server().announcesChanges().resource(resource("test://a"), _ -> OK).build();
    var client = Client.legacy(server);
    var stranger = new Client(server);

    assertThat(client.ask("resources/subscribe", "{\"uri\":\"test://a\"}")).endsWith("{}}");
    assertThat(client.ask("resources/subscribe", "{\"uri\":\"test://b\"}"))
        .contains(error(-32002), "\"data\":{\"uri\":\"test://b\"}");
    server.resourceUpdated("test://a");
    server.resourcesChanged();
    assertThat(client.ask("resources/unsubscribe", "{\"uri\":\"test://a\"}")).endsWith("{}}");
    server.resourceUpdated("test://a");
    client.conversation.close();
    server.resourcesChanged();

    assertThat(client.told)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                + "\"params\":{\"uri\":\"test://a\"}}",
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/list_changed\"}");
    assertThat(stranger.told).isEmpty();
  }

  @Test
  @DisplayName("a missing resource is -32002; a template gives its variables")
  void resources() throws InterruptedException {
    var client =
        Client.legacy(
            server()
                .resource(resource("test://a"), _ -> json("{\"contents\":[1]}"))
                .template(
                    json("{\"uriTemplate\":\"test://{id}/x\",\"name\":\"t\"}"),
                    exchange -> json("{\"contents\":[\"" + exchange.variables().get("id") + "\"]}"))
                .build());

    assertThat(client.ask("resources/read", "{\"uri\":\"test://a\"}")).contains("[1]");
    assertThat(client.ask("resources/read", "{\"uri\":\"test://7/x\"}")).contains("[\"7\"]");
    assertThat(client.ask("resources/read", "{\"uri\":\"test://7/8/x\"}")).contains(error(-32002));
    assertThat(client.ask("resources/templates/list", "{}")).contains("test://{id}/x");
  }

  @Test
  @DisplayName("a server of the modern era alone names it to initialize")
  void modernOnly() throws InterruptedException {
    var client = new Client(server().speaks(Speaks.MODERN).tool(tool("t"), _ -> OK).build());

    assertThat(client.ask("initialize", "{\"protocolVersion\":\"2025-11-25\"}"))
        .contains(
            error(-32022),
            "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":\"2025-11-25\"}");
    assertThat(client.ask("tools/list", "{}")).contains(error(-32602));
  }
}

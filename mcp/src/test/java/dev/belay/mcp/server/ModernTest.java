package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.OK;
import static dev.belay.mcp.server.Samples.error;
import static dev.belay.mcp.server.Samples.json;
import static dev.belay.mcp.server.Samples.resource;
import static dev.belay.mcp.server.Samples.server;
import static dev.belay.mcp.server.Samples.serving;
import static dev.belay.mcp.server.Samples.tool;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.LogLevel;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("To a modern client the server is one of its own era, without any session")
@Timeout(60)
final class ModernTest {
  private static final String INFO =
      "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"test\",\"version\":\"1\"}}";

  @Test
  @DisplayName("discover names the revision, what is served and how long that may be kept")
  void discover() throws InterruptedException {
    var client =
        new Client(
            server()
                .instructions("Use it.")
                .cache(Duration.ofSeconds(5), /* shared= */ true)
                .announcesChanges()
                .tool(tool("t"), _ -> OK)
                .resource(resource("test://a"), _ -> OK)
                .build());

    assertThat(client.askModern("server/discover", ""))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"complete\",\"ttlMs\":5000,"
                + "\"cacheScope\":\"public\",\"supportedVersions\":[\"2026-07-28\"],"
                + "\"capabilities\":{\"tools\":{\"listChanged\":true},"
                + "\"resources\":{\"listChanged\":true,\"subscribe\":true}},"
                + "\"instructions\":\"Use it.\","
                + INFO
                + "}}");
  }

  @Test
  @DisplayName("a request that does not say what its client is, is refused")
  void meta() throws InterruptedException {
    var client = new Client(serving(_ -> OK));
    var version = "\"io.modelcontextprotocol/protocolVersion\":";

    assertThat(client.ask("tools/list", "{\"_meta\":{" + version + "\"2026-07-28\"}}"))
        .contains(error(-32602), "clientCapabilities");
    assertThat(client.ask("tools/list", "{\"_meta\":{" + version + "7}}"))
        .contains(error(-32602), "protocolVersion");
    for (var unknown : List.of("\"2099-01-01\"", "\"2025-11-25\"")) {
      assertThat(client.ask("tools/list", "{\"_meta\":{" + version + unknown + "}}"))
          .contains(
              error(-32022),
              "\"data\":{\"supported\":[\"2026-07-28\"],\"requested\":" + unknown + "}");
    }
    assertThat(client.ask("tools/list", Client.modernLogging("", "x")))
        .contains(error(-32602), "logLevel");
  }

  @Test
  @DisplayName("what the era has removed is not found")
  void removed() throws InterruptedException {
    var client = new Client(serving(_ -> OK));

    for (var method :
        List.of(
            "initialize",
            "ping",
            "logging/setLevel",
            "resources/subscribe",
            "resources/unsubscribe",
            "tasks/list",
            "prompts/list",
            "subscriptions/listen")) {
      assertThat(client.askModern(method, "")).as(method).contains(error(-32601));
    }
  }

  @Test
  @DisplayName("a result says what it is and whose; what the handler put there stays")
  void stamped() throws InterruptedException {
    var client =
        new Client(
            serving(_ ->
                json(
                    "{\"content\":[],\"_meta\":{\"a\":1},\"structuredContent\":[1.0],"
                        + "\"resultType\":\"own\"}")));

    assertThat(client.askModern("tools/call", "\"name\":\"t\""))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"structuredContent\":[1.0],"
                + "\"resultType\":\"own\","
                + INFO.replace("{\"io", "{\"a\":1,\"io")
                + "}}");
  }

  @Test
  @DisplayName("lists and resources may be kept, calls may not; a missing resource is -32602")
  void cached() throws InterruptedException {
    var client =
        new Client(
            server()
                .tool(tool("t"), _ -> OK)
                .resource(resource("test://a"), _ -> json("{\"contents\":[]}"))
                .build());

    for (var method : List.of("tools/list", "resources/list", "resources/templates/list")) {
      assertThat(client.askModern(method, ""))
          .as(method)
          .contains("\"ttlMs\":0,\"cacheScope\":\"private\"");
    }
    assertThat(client.askModern("resources/read", "\"uri\":\"test://a\"")).contains("\"ttlMs\":0");
    assertThat(client.askModern("tools/call", "\"name\":\"t\"")).doesNotContain("ttlMs");
    assertThat(client.askModern("resources/read", "\"uri\":\"test://b\""))
        .contains(error(-32602), "\"data\":{\"uri\":\"test://b\"}");
  }

  @Test
  @DisplayName("log messages go out only to a request that asks for them, of its level")
  void logging() throws InterruptedException {
    var client =
        new Client(
            serving(exchange -> {
              exchange.log(LogLevel.INFO, json("1"));
              exchange.log(LogLevel.ERROR, json("2"));
              return OK;
            }));
    var silent = client.request("1", "tools/call", Client.modern("\"name\":\"t\""));
    var _ = silent.answer();
    var asking = client.request("2", "tools/call", Client.modernLogging("\"name\":\"t\"", "error"));
    var _ = asking.answer();

    assertThat(silent.messages).isEmpty();
    assertThat(asking.messages).hasSize(1).first().asString().contains("\"data\":2");
  }

  @Test
  @DisplayName("prompts have the arguments they need; completions are served")
  void prompts() throws InterruptedException {
    var client =
        new Client(
            server()
                .prompt(
                    json(
                        "{\"name\":\"p\",\"arguments\":["
                            + "{\"name\":\"a\",\"required\":true},{\"name\":\"b\"}]}"),
                    _ -> json("{\"messages\":[]}"))
                .completions(_ -> json("{\"completion\":{\"values\":[]}}"))
                .build());

    assertThat(client.askModern("prompts/get", "\"name\":\"p\"")).contains(error(-32602), "a.");
    assertThat(client.askModern("prompts/get", "\"name\":\"p\",\"arguments\":{\"a\":\"1\"}"))
        .contains("\"messages\":[]");
    assertThat(client.askModern("completion/complete", "")).contains("\"values\":[]");
  }

  @Test
  @DisplayName("a server of the legacy era alone takes a modern request for one of its own")
  void legacyOnly() throws InterruptedException {
    var client = new Client(server().speaks(Speaks.LEGACY).tool(tool("t"), _ -> OK).build());

    assertThat(client.askModern("server/discover", "")).contains(error(-32601));
    assertThat(client.askModern("tools/list", "")).contains(error(-32600));
  }
}

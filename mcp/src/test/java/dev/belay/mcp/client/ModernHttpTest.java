package dev.belay.mcp.client;

import static dev.belay.mcp.client.Said.META;
import static dev.belay.mcp.client.Said.cancelled;
import static dev.belay.mcp.client.Said.error;
import static dev.belay.mcp.client.Said.modern;
import static dev.belay.mcp.client.Said.request;
import static dev.belay.mcp.client.Said.result;
import static dev.belay.mcp.client.Said.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Modern requests over HTTP (MCP 2026-07-28)")
final class ModernHttpTest extends HttpPeerTest {
  private static final String PROGRESS =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}";
  private static final String TOOLS =
      """
      "tools":[{"name":"t","inputSchema":{"type":"object","properties":{\
      "region":{"type":"string","x-mcp-header":"Region"},\
      "deep":{"type":"object","properties":{"n":{"type":"integer","x-mcp-header":"N"}}}}}},\
      {"name":"bad","inputSchema":{"properties":{"x":{"type":"object","x-mcp-header":"X"}}}}]\
      """;

  @Test
  void standAloneAndNameThemselvesInHeaders() throws InterruptedException {
    var server =
        serve((request, wire) -> {
          if (request.has("server/discover")) {
            wire.json(result("\"d\"", ""));
          } else {
            wire.events().event(PROGRESS).event(result(7, "")).end();
          }
        });
    var connection = connect(server);
    answers(connection, modern("\"d\"", "server/discover", ""), "\"d\" " + result("\"d\"", ""));
    answers(
        connection,
        modern(7, "tools/call", "\"name\":\"wörk\""),
        "7 " + PROGRESS,
        "7 " + result(7, ""));
    connection.close();
    connection.closed().toCompletableFuture().join();

    var discover = server.heard.take();
    assertThat(discover.header("Mcp-Method")).isEqualTo("server/discover");
    assertThat(discover.header("MCP-Protocol-Version")).isEqualTo("2026-07-28");
    assertThat(discover.headers()).doesNotContainKeys("mcp-name", "mcp-session-id");
    var call = server.heard.take();
    assertThat(call.header("Mcp-Name")).isEqualTo("=?base64?d8O2cms=?=");
    assertThat(call.headers()).doesNotContainKey("mcp-session-id");
    assertThat(server.heard).as("no session is ended where there was none").isEmpty();
  }

  @Test
  void theNameIsTheUriOrTheTaskWhereThatIsMeant() throws InterruptedException {
    var server = serve((_, wire) -> wire.json(result(1, "")));
    var connection = connect(server);
    var answer = "1 " + result(1, "");
    answers(connection, modern(1, "resources/read", "\"uri\":\"test://a\""), answer);
    answers(connection, modern(1, "tasks/get", "\"taskId\":\"42\""), answer);
    answers(connection, modern(1, "prompts/get", "\"name\":\"p\""), answer);
    assertThat(server.heard)
        .extracting(request -> request.header("Mcp-Name"))
        .containsExactly("test://a", "42", "p");
  }

  @Test
  void areTakenBackByClosingTheirStreamAndNothingElse() throws InterruptedException {
    var gone = new CountDownLatch(2);
    var server =
        serve((request, wire) -> {
          if (request.has("\"id\":1")) {
            wire.events().event(PROGRESS);
          }
          if (wire.awaitClientGone()) {
            gone.countDown();
          }
        });
    var connection = connect(server);
    answers(connection, modern(1, "tools/call", "\"name\":\"t\""), "1 " + PROGRESS);
    connection.send(modern(2, "tools/call", "\"name\":\"t\""));
    server.heard.take();
    server.heard.take();
    assertThat(connection.send(cancelled(1))).isTrue();
    assertThat(connection.send(cancelled(2))).isTrue();
    gone.await();
    handler.isQuiet();
    assertThat(server.heard).isEmpty();
  }

  @Test
  void aBrokenStreamIsALostRequestEvenIfItHadEventIds() throws InterruptedException {
    var server = serve((_, wire) -> wire.events().chunk("id: 1\ndata:\n\n").event(PROGRESS).end());
    var connection = connect(server);
    answers(connection, modern(1, "tools/call", "\"name\":\"t\""), "1 " + PROGRESS, "1 BROKEN");
    assertThat(server.heard).hasSize(1);
  }

  @Test
  void argumentsAreRepeatedInHeadersOnceTheirToolWasListed() throws InterruptedException {
    var server =
        serve((request, wire) ->
            wire.json(result(1, request.has("tools/list") ? TOOLS : "\"content\":[]")));
    var connection = connect(server);
    connection.send(modern(1, "tools/list", ""));
    assertThat(handler.next()).contains("\"name\":\"t\"").doesNotContain("bad");
    assertThat(handler.notes).singleElement().asString().contains("\"bad\" is left out");
    connection.send(
        modern(
            1,
            "tools/call",
            "\"name\":\"t\",\"arguments\":{\"region\":\" ä\",\"deep\":{\"n\":42},\"x\":1}"));
    handler.next();
    server.heard.take();
    var call = server.heard.take();
    assertThat(call.header("Mcp-Param-Region")).isEqualTo("=?base64?IMOk?=");
    assertThat(call.header("Mcp-Param-N")).isEqualTo("42");
    assertThat(call.headers()).doesNotContainKey("mcp-param-x");
  }

  @Test
  void aCallThatLackedAHeaderIsSentAgainOnceTheToolsAreKnown() throws InterruptedException {
    var server =
        serve((request, wire) -> {
          if (request.has("tools/list")) {
            boolean second = request.has("\"cursor\":\"2\"");
            var id = request.body().replaceAll(".*\"id\":(\"[^\"]*\").*", "$1");
            wire.json(result(id, second ? TOOLS : "\"tools\":[],\"nextCursor\":\"2\""));
          } else if (request.header("Mcp-Param-Region").equals("us")) {
            wire.json(result(1, "\"content\":[]"));
          } else {
            wire.respond(400, "application/json", error(1, -32020));
          }
        });
    var connection = connect(server);
    var meta = META.replace("\"_meta\":{", "\"_meta\":{\"progressToken\":5,");
    var params = "\"name\":\"t\",\"arguments\":{\"region\":\"us\"}," + meta;
    var answer = "1 " + result(1, "\"content\":[]");
    answers(connection, utf8(request(1, "tools/call", params)), answer);
    assertThat(server.heard).hasSize(4);
    assertThat(server.heard)
        .filteredOn(request -> request.has("tools/list"))
        .allSatisfy(list -> {
          assertThat(list.has("progressToken")).isFalse();
          assertThat(list.header("Mcp-Method")).isEqualTo("tools/list");
        });
    handler.isQuiet();
  }

  @Test
  void aCallThatStillLacksAHeaderIsRefusedInTheEnd() throws InterruptedException {
    var calls = new AtomicInteger();
    var server =
        serve((request, wire) -> {
          if (request.has("tools/list")) {
            wire.json(result("\"belay-headers-1-0\"", TOOLS));
          } else {
            calls.incrementAndGet();
            wire.respond(400, "application/json", error(1, -32020));
          }
        });
    connect(server).send(modern(1, "tools/call", "\"name\":\"t\""));
    assertThat(handler.next()).isEqualTo("1 " + error(1, -32020));
    assertThat(calls).hasValue(2);
  }
}

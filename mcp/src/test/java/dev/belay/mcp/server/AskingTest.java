package dev.belay.mcp.server;

import static dev.belay.mcp.server.Samples.call;
import static dev.belay.mcp.server.Samples.error;
import static dev.belay.mcp.server.Samples.json;
import static dev.belay.mcp.server.Samples.serving;
import static dev.belay.mcp.server.Samples.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.input.RequestState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A handler asks its client the same way in both eras")
final class AskingTest {
  private static final Question NAME = Question.elicitation("name", json("{\"message\":\"?\"}"));
  private static final Question ROOTS = Question.roots("roots");

  private final AtomicLong now = new AtomicLong();
  private final RequestState states = RequestState.withRandomKey(Duration.ofMinutes(1), now::get);

  private McpServer asking(Handler handler) {
    return Samples.server().requestStates(states).tool(Samples.tool("t"), handler).build();
  }

  /** Asks two questions one after the other. */
  private static byte[] inTurn(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var name = text(exchange.ask(NAME));
    var roots = text(exchange.ask(ROOTS));
    return json("{\"content\":[" + name + "," + roots + "]}");
  }

  /** Asks two questions at once, and waits. */
  private static byte[] together(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var answers = exchange.ask(List.of(NAME, ROOTS));
    var name = text(answers.getOrDefault("name", new byte[0]));
    var roots = text(answers.getOrDefault("roots", new byte[0]));
    return json("{\"content\":[" + name + "," + roots + "]}");
  }

  @Test
  @DisplayName("legacy: several things are asked at once, before any is answered")
  void legacyTogether() throws InterruptedException {
    var client = Client.legacy(serving(AskingTest::together));
    var reply = client.request("\"c\"", "tools/call", call(""));

    assertThat(reply.next()).contains("elicitation/create");
    assertThat(reply.next()).contains("roots/list");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\"}}");
    assertThat(reply.answer()).contains("\"content\":[{\"action\":\"accept\"},{\"roots\":[]}]");
  }

  /** Asks two questions at once, and records that in a state. */
  private static byte[] atOnce(Exchange exchange) throws InputRequired {
    var name = exchange.inputResponse("name");
    var roots = exchange.inputResponse("roots");
    var state = exchange.state();
    if (name == null || roots == null || state == null) {
      throw exchange.inputRequired(List.of(NAME, ROOTS), json("asked"));
    }
    return json("{\"content\":[\"" + text(state) + "\"," + text(name) + "]}");
  }

  @Test
  @DisplayName("legacy: by a real request on the way of the call, and the call goes on")
  void legacy() throws InterruptedException {
    var client = Client.legacy(serving(AskingTest::inTurn));
    var reply = client.request("\"c\"", "tools/call", call(""));

    assertThat(reply.next())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\","
                + "\"params\":{\"message\":\"?\"}}");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":99,\"result\":{\"stray\":true}}");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\"}}");
    assertThat(reply.next()).contains("\"id\":2,\"method\":\"roots/list\"");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
    assertThat(reply.answer()).contains("\"content\":[{\"action\":\"accept\"},{\"roots\":[]}]");
  }

  @Test
  @DisplayName("legacy: what a handler requires is asked at once, and it runs again with it")
  void legacyRounds() throws InterruptedException {
    var client = Client.legacy(asking(AskingTest::atOnce));
    var reply = client.request("\"c\"", "tools/call", call(""));

    assertThat(reply.next()).contains("elicitation/create");
    assertThat(reply.next()).contains("roots/list");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"roots\":[]}}");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"decline\"}}");
    assertThat(reply.answer()).contains("\"content\":[\"asked\",{\"action\":\"decline\"}]");
  }

  @Test
  @DisplayName("legacy: a handler that requires more for ever is ended")
  void endless() throws InterruptedException {
    var client =
        Client.legacy(
            asking(exchange -> {
              throw exchange.inputRequired(List.of(), json("again"));
            }));

    assertThat(client.ask("tools/call", call(""))).contains(error(-32603), "16 rounds");
  }

  @Test
  @DisplayName("legacy: the client's error ends the call; a capability it lacks is not asked for")
  void legacyRefused() throws InterruptedException {
    var client = Client.legacy(serving(AskingTest::inTurn));
    var reply = client.request("\"c\"", "tools/call", call(""));
    var _ = reply.next();
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}");
    assertThat(reply.answer()).contains(error(-32603), "error -1: no");

    var other =
        Client.legacy(serving(exchange -> exchange.ask(Question.sampling("s", json("{}")))));
    assertThat(other.ask("tools/call", call(""))).contains(error(-32602), "sampling");
  }

  @Test
  @DisplayName("legacy: taking the call back ends the wait, and the question with it")
  void legacyCancelled() throws InterruptedException {
    var client = Client.legacy(serving(AskingTest::inTurn));
    var reply = client.request("\"c\"", "tools/call", call(""));
    var _ = reply.next();
    client.cancel("\"c\"");
    assertThat(reply.answer()).isEqualTo(Client.Reply.NOTHING);

    assertThat(client.told.take())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                + "\"params\":{\"requestId\":1}}");
  }

  @Test
  @DisplayName("what must not ask, completions, fails if it does")
  void completions() throws InterruptedException {
    var client = new Client(Samples.server().completions(exchange -> exchange.ask(NAME)).build());

    assertThat(client.askModern("completion/complete", "")).contains(error(-32603));
  }

  @Test
  @DisplayName("modern: with the questions as the result; the retry has the answers")
  void modern() throws InterruptedException {
    var client = new Client(serving(AskingTest::inTurn));

    assertThat(client.askModern("tools/call", "\"name\":\"t\""))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"input_required\","
                + "\"inputRequests\":{\"name\":{\"method\":\"elicitation/create\","
                + "\"params\":{\"message\":\"?\"}}},"
                + "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":"
                + "{\"name\":\"test\",\"version\":\"1\"}}}}");
  }

  @Test
  @DisplayName("modern: answers of earlier rounds come again by the sealed state")
  void modernInTurn() throws InterruptedException {
    var client = new Client(asking(AskingTest::inTurn));
    var second =
        client.askModern(
            "tools/call", "\"name\":\"t\",\"inputResponses\":{\"name\":{\"action\":\"accept\"}}");
    assertThat(second).contains("\"roots\":{\"method\":\"roots/list\",\"params\":{}}");

    assertThat(
            client.askModern(
                "tools/call",
                "\"name\":\"t\",\"inputResponses\":{\"roots\":{\"roots\":[]}},\"requestState\":"
                    + stateOf(second)))
        .contains("\"resultType\":\"complete\"", "[{\"action\":\"accept\"},{\"roots\":[]}]");
  }

  @Test
  @DisplayName("modern: a state is refused once it was changed, is old, or of another call")
  void states() throws InterruptedException {
    var client = new Client(asking(AskingTest::atOnce));
    var state = stateOf(client.askModern("tools/call", "\"name\":\"t\""));
    var answers = "\"name\":\"t\",\"inputResponses\":{\"name\":{},\"roots\":{}},\"requestState\":";

    assertThat(client.askModern("tools/call", answers + state)).contains("[\"asked\",{}]");
    assertThat(client.askModern("tools/call", answers + "\"x\"")).contains(error(-32602));
    assertThat(client.askModern("tools/call", answers + state + ",\"arguments\":{\"a\":1}"))
        .contains(error(-32602));
    now.addAndGet(60_000);
    assertThat(client.askModern("tools/call", answers + state)).contains(error(-32602), "too old");
  }

  @Test
  @DisplayName("modern: partial, unknown and malformed answers lead to the questions again")
  void partial() throws InterruptedException {
    var client = new Client(asking(AskingTest::atOnce));

    for (var responses : List.of("{\"name\":{}}", "{\"x\":{}}", "{\"name\":7}", "null", "[]")) {
      assertThat(client.askModern("tools/call", "\"name\":\"t\",\"inputResponses\":" + responses))
          .as(responses)
          .contains("\"input_required\"", "\"name\":{\"method\"", "\"roots\":{\"method\"");
    }
  }

  @Test
  @DisplayName("modern: a capability that was not declared is -32021, as an object")
  void undeclared() throws InterruptedException {
    var client =
        new Client(
            serving(
                exchange -> exchange.ask(Question.elicitation("u", json("{\"mode\":\"url\"}")))));

    assertThat(client.askModern("tools/call", "\"name\":\"t\""))
        .contains(
            error(-32021), "\"data\":{\"requiredCapabilities\":{\"elicitation\":{\"url\":{}}}}");
  }

  private static String stateOf(String answer) {
    assertThat(answer).contains("\"requestState\":");
    return answer.replaceAll(".*\"requestState\":(\"[^\"]+\").*", "$1");
  }
}

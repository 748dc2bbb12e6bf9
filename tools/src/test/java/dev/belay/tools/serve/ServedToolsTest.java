package dev.belay.tools.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.core.cancel.StoppedException;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.tools.call.Elicited;
import dev.belay.tools.declare.Hints;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.ToolBody;
import dev.belay.tools.declare.ToolOptions;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.result.ErrorMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Long, since the same few lines test each story with a client of either era. */
@DisplayName("Tools are served alike to clients of both eras")
final class ServedToolsTest {
  private @Nullable ServedTools served;

  private SessionFactory serving(NativeTool... tools) {
    return serving(ErrorMode.RESULT, false, tools);
  }

  private SessionFactory serving(ErrorMode errors, boolean strict, NativeTool... tools) {
    var made = Handmade.served(errors, strict, Duration.ofMinutes(1), tools);
    served = made;
    return made.host();
  }

  @AfterEach
  void end() throws InterruptedException {
    var made = served;
    if (made != null) {
      made.cancelAll("");
      made.endChildren();
    }
  }

  private static NativeTool tool(String name, ToolBody body) {
    return Handmade.tool(name, new Hints(null, false, false, false, false), ToolOptions.NONE, body);
  }

  @Test
  @Claim("S4-50")
  @DisplayName("S4-50: a tool is listed with name, description, all four hints and its schema")
  void listed() throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(
                Handmade.tool(
                    "look",
                    new Hints("Look at it", true, false, true, false),
                    ToolOptions.NONE,
                    _ -> "")),
            "2025-11-25");

    assertThat(client.request("1", "tools/list", "{}").answer())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"look\",\"title\":\"Look"
                + " at it\",\"description\":\"Does it.\","
                + "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"type\":\"integer\"}}},\"annotations\":{\"title\":\"Look"
                + " at it\",\"readOnlyHint\":true,"
                + "\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}}]}}");
  }

  @Test
  @DisplayName("C32: the dotted name is an alias in calls, and is not listed")
  void alias() throws InterruptedException {
    var client = TestClient.legacy(serving(tool("t", _ -> "here")));

    assertThat(client.call("1", "general.t", "{}").text()).isEqualTo("here");
    assertThat(client.request("2", "tools/list", "{}").answer()).doesNotContain("general.t");
    assertThat(client.call("3", "general.u", "{}").answer()).contains("-32602", "Unknown tool");
  }

  @Test
  @DisplayName("progress, with values that rise, and logs reach the client before the answer")
  void reports() throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(
                tool(
                    "t",
                    call -> {
                      call.log().log(LogLevel.WARNING, "careful");
                      call.progress(1, 3);
                      call.progress(1, 3);
                      call.heartbeat("nearly");
                      call.progress(3, 3);
                      return "done";
                    })));
    var reply = client.call("1", "t", "{}");

    assertThat(reply.text()).isEqualTo("done");
    assertThat(reply.messages)
        .extracting(
            one -> one.replaceAll(".*\"params\":", "").replace("\"progressToken\":\"p\",", ""))
        .containsExactly(
            "{\"level\":\"warning\",\"data\":\"careful\"}}",
            "{\"progress\":1,\"total\":3}}",
            "{\"progress\":1.001,\"total\":3}}",
            "{\"progress\":1.002,\"message\":\"nearly\"}}",
            "{\"progress\":3,\"total\":3}}");
  }

  @Test
  @DisplayName("taking a request back stops its tool, which hears of it")
  void cancelled() throws InterruptedException {
    BlockingQueue<String> heard = new LinkedBlockingQueue<>();
    var client =
        TestClient.legacy(
            serving(
                tool(
                    "t",
                    call -> {
                      heard.add("began");
                      try {
                        new CountDownLatch(1).await();
                        return "";
                      } finally {
                        heard.add("interrupted");
                        try {
                          call.heartbeat();
                        } catch (StoppedException _) {
                          heard.add("stopped");
                        }
                      }
                    })));
    var reply = client.call("1", "t", "{}");
    assertThat(heard.take()).isEqualTo("began");
    client.cancel("1");

    assertThat(reply.answer()).isEqualTo(TestClient.Reply.NOTHING);
    assertThat(heard.take()).isEqualTo("interrupted");
    assertThat(heard.take()).isEqualTo("stopped");
  }

  @Test
  @Claim("C3")
  @DisplayName(
      "C3: strict serving gives clients before 2025-11-25 the frozen form, others all there is")
  void versions() throws InterruptedException {
    var mcp =
        serving(
            ErrorMode.RESULT,
            true,
            tool(
                "t",
                _ -> {
                  throw new IllegalStateException("no");
                }));

    assertThat(TestClient.legacy(mcp, "2025-06-18").call("1", "t", "{}").result().has("_meta"))
        .isFalse();
    assertThat(TestClient.legacy(mcp, "2025-11-25").call("1", "t", "{}").result().has("_meta"))
        .isTrue();
    assertThat(new TestClient(mcp).callModern("1", "t", "{}", "").result().path("_meta").toString())
        .contains("dev.belay/outcome");
  }

  @Test
  @Claim("S4-37")
  @DisplayName("S4-37: where errors are to be errors of JSON-RPC, there is no result")
  void jsonrpc() throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(
                ErrorMode.JSONRPC,
                false,
                tool(
                    "t",
                    _ -> {
                      throw new IllegalStateException("it broke");
                    })),
            "2025-11-25");

    assertThat(client.call("1", "t", "{}").answer())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32603,\"message\":\"it broke\"}}");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {"\"timeout\":4500, 4500", "\"_timeout\":7e3, 7000", "\"timeout\":\"soon\", 1800000"})
  @DisplayName("C28: the wish of a request limits its call")
  void wish(String meta, String millis) throws InterruptedException {
    var client =
        TestClient.legacy(
            serving(tool("t", call -> call.context().call().limits().timeout().toMillis())));
    var params = "{\"name\":\"t\",\"arguments\":{},\"_meta\":{" + meta + "}}";

    assertThat(client.request("1", "tools/call", params).text()).isEqualTo(millis);
  }

  /** Asks a person twice. */
  private static NativeTool booking() {
    var schema = JsonMapper.shared().createObjectNode().put("type", "object");
    return tool(
        "book",
        call -> {
          var day = call.elicit("Which day?", schema);
          call.heartbeat("between");
          var sure = call.elicit("Sure?", schema);
          return name(day) + " " + name(sure);
        });
  }

  private static String name(Elicited what) {
    return switch (what) {
      case Elicited.Accepted(var content) -> content.toString();
      case Elicited.Declined _ -> "declined";
      case Elicited.Dismissed _ -> "dismissed";
    };
  }

  @Test
  @DisplayName("a legacy client is asked on the way of its call, which goes on")
  void asksLegacy() throws InterruptedException {
    var client = TestClient.legacy(serving(booking()));
    var reply = client.call("\"c\"", "book", "{}");

    assertThat(reply.next()).contains("\"id\":1", "elicitation/create", "Which day?");
    client.answer(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"action\":\"accept\",\"content\":{\"d\":\"mon\"}}}");
    assertThat(reply.next()).contains("between");
    assertThat(reply.next()).contains("\"id\":2", "Sure?");
    client.answer("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"action\":\"decline\"}}");
    assertThat(reply.text()).isEqualTo("{\"d\":\"mon\"} declined");
  }

  /** Calls once more, after the answer of an earlier round. */
  private static TestClient.Reply again(
      TestClient client, String id, String answers, String earlier) {
    var state = JsonMapper.shared().readTree(earlier).at("/result/requestState");
    return client.callModern(id, "book", "{}", answers + ",\"requestState\":" + state);
  }

  @Test
  @DisplayName(
      "a modern client gets the questions as the result, round by round, and the call goes on")
  void asksModern() throws InterruptedException {
    var client = new TestClient(serving(booking()));
    var first = client.callModern("1", "book", "{}", "").answer();
    assertThat(first)
        .contains("\"resultType\":\"input_required\"", "\"q1\":{\"method\":\"elicitation/create\"");

    var accepted = ",\"inputResponses\":{\"q1\":{\"action\":\"accept\",\"content\":{\"d\":1}}}";
    var second = again(client, "2", accepted, first).answer();
    assertThat(second).contains("\"q2\":{", "Sure?").doesNotContain("q1");

    var dismissed = ",\"inputResponses\":{\"q2\":{\"action\":\"cancel\"}}";
    var last = again(client, "3", dismissed, second).text();
    assertThat(last).isEqualTo("{\"d\":1} dismissed");
  }

  @Test
  @DisplayName("a modern client that comes back without an answer is asked again")
  void asksAgain() throws InterruptedException {
    var client = new TestClient(serving(booking()));
    var first = client.callModern("1", "book", "{}", "").answer();

    assertThat(again(client, "2", "", first).answer()).contains("\"q1\":{", "Which day?");
    // The state of the first round names a call that has been found since.
    assertThat(again(client, "3", "", first).answer()).contains("-32602", "Call again without it.");
  }

  @Test
  @DisplayName(
      "what a client has not declared it is not asked; a modern one is told which it lacks")
  void undeclared() throws InterruptedException {
    var mcp = serving(tool("t", call -> call.sample(JsonMapper.shared().createObjectNode())));

    assertThat(new TestClient(mcp).callModern("1", "t", "{}", "").answer())
        .contains("-32021", "\"requiredCapabilities\":{\"sampling\":{}}");
    assertThat(TestClient.legacy(mcp).call("1", "t", "{}").text())
        .isEqualTo(
            "The client cannot be asked by sampling/createMessage: it has not declared sampling.");
  }

  @Test
  @DisplayName("tools are replaced while they are served: clients are told, and what runs goes on")
  void replaced() throws InterruptedException {
    var began = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var client =
        TestClient.legacy(
            serving(
                tool(
                    "old",
                    _ -> {
                      began.countDown();
                      mayEnd.await();
                      return "still";
                    })));
    var reply = client.call("1", "old", "{}");
    began.await();
    java.util.Objects.requireNonNull(served).host().replace(List.of(tool("new", _ -> "fresh")));
    mayEnd.countDown();

    assertThat(client.told.take()).contains("notifications/tools/list_changed");
    assertThat(reply.text()).isEqualTo("still");
    assertThat(client.call("2", "new", "{}").text()).isEqualTo("fresh");
    assertThat(client.call("3", "old", "{}").answer()).contains("-32602");
    assertThat(client.request("4", "tools/list", "{}").answer())
        .contains("\"new\"")
        .doesNotContain("\"old\"");
  }

  @Test
  @Claim("S4-52")
  @DisplayName("S4-52: tools that no model can choose, for lack of a description, are named")
  void undescribed() {
    var described = Tools.define("good").description("Does good.").handle(_ -> "");
    var bare = Tools.define("bare").description(" ").handle(_ -> "");
    var lines = new ArrayList<String>();
    var _ = ToolServer.stdio(Tools.of(described, bare)).report(lines::add).served();
    assertThat(lines)
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("The tool bare has no description");
  }
}

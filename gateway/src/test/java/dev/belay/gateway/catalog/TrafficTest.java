package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.session.TraceContext;
import dev.belay.testkit.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What belongs to one client, one server and one request never reaches another")
final class TrafficTest {
  private static final String QUESTION = "{\"message\":\"%s\",\"_meta\":{\"progressToken\":1}}";

  private final Fleet fleet = new Fleet();
  private final ScriptedServer a = fleet.server("a").tools("t");
  private final ScriptedServer b = fleet.server("b").tools("t");

  @Test
  void aSessionIsOpenAtOnceWhateverItsServersDo() {
    a.held.add("initialize");
    b.answer("initialize", "\"error\":{\"code\":-32603,\"message\":\"dead\"}");
    var client = fleet.stranger();
    var opened = client.ask("0", "initialize", client.opening()).result();
    assertThat(opened.at("protocolVersion").text()).isEqualTo("2025-11-25");
    assertThat(opened.at("serverInfo", "name").text()).isEqualTo("belay");
    assertThat(opened.at("capabilities", "tools", "listChanged").raw()).isEqualTo("true");
    assertThat(opened.at("capabilities", "resources", "subscribe").raw()).isEqualTo("true");
    assertThat(client.ask("1", "ping", "{}").result().raw()).isEqualTo("{}");
    assertThat(client.ask("2", "logging/setLevel", "{\"level\":\"info\"}").result().raw())
        .isEqualTo("{}");
    assertThat(client.ask("3", "logging/setLevel", "{\"level\":\"loud\"}").error().at("code").raw())
        .isEqualTo("-32602");
  }

  @Test
  @DisplayName("A server hears of a client when the client first needs it, and then all of it")
  void aServerIsOpenedAsTheClientOpenedTheCatalog() {
    var client = fleet.legacy();
    client.ask("1", "logging/setLevel", "{\"level\":\"info\"}");
    client.call("2", "a__t", "{}");
    assertThat(a.heard.stream().filter(one -> one.from().equals("c1/a")))
        .extracting(one -> one.message().at("method").text())
        .containsExactly(
            "initialize", "notifications/initialized", "logging/setLevel", "tools/call");
    assertThat(a.params("initialize")).first().isEqualTo(client.opening());
    assertThat(b.heard("initialize")).isEmpty();
    client.ask("3", "logging/setLevel", "{\"level\":\"error\"}");
    client.tell("notifications/roots/list_changed", "{}");
    assertThat(a.heard("logging/setLevel")).hasSize(2);
    assertThat(a.heard("notifications/roots/list_changed")).hasSize(1);
    client.leave();
    assertThat(a.with("c1").isClosed).isTrue();
  }

  @Test
  void theModernEraIsDiscoveredAtOnce() {
    a.held.add("tools/list");
    var found = fleet.modern().ask("1", "server/discover", "{}").result();
    assertThat(found.at("supportedVersions").raw()).isEqualTo("[\"2026-07-28\"]");
    assertThat(found.at("resultType").text()).isEqualTo("complete");
  }

  @Test
  @DisplayName("Two servers ask one client under the same id, and each gets its own answer")
  void questionsOfTwoServersAreKeptApart() {
    a.held.add("tools/call");
    b.held.add("tools/call");
    var client = fleet.legacy();
    var one = client.call("1", "a__t", "{}");
    var two = client.call("2", "b__t", "{}");
    a.with("c1").ask("1", "elicitation/create", QUESTION.formatted("of a"));
    b.with("c1").ask("2", "elicitation/create", QUESTION.formatted("of b"));
    var first = one.told().getFirst();
    var second = two.told().getFirst();
    assertThat(first.at("params", "message").text()).isEqualTo("of a");
    assertThat(first.at("id").raw()).isNotEqualTo(second.at("id").raw());
    assertThat(first.at("params", "_meta", "progressToken").raw()).isEqualTo(first.at("id").raw());
    client.tell(
        "notifications/progress",
        "{\"progressToken\":" + second.at("id").raw() + ",\"progress\":0.5}");
    client.answer(second, "\"result\":{\"n\":2}");
    client.answer(first, "\"result\":{\"n\":1}");
    client.answer(first, "\"result\":{\"n\":3}");
    assertThat(answers(a)).containsExactly("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":1}}");
    assertThat(answers(b)).containsExactly("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"n\":2}}");
    assertThat(b.params("notifications/progress"))
        .first()
        .isEqualTo("{\"progressToken\":1,\"progress\":0.5}");
    assertThat(a.heard("notifications/progress")).isEmpty();
  }

  private static List<String> answers(ScriptedServer server) {
    return server.heard.stream()
        .filter(one -> one.kind().equals("answer"))
        .map(one -> one.message().raw())
        .toList();
  }

  @Test
  void aQuestionThatIsTakenBackIsTakenBackUnderTheClientsId() {
    a.held.add("tools/call");
    var client = fleet.legacy();
    var call = client.call("1", "a__t", "{}");
    b.held.add("tools/call");
    client.call("2", "b__t", "{}");
    b.with("c1").ask("2", "elicitation/create", QUESTION.formatted("of b"));
    a.with("c1").ask("1", "elicitation/create", QUESTION.formatted("of a"));
    var asked = call.told().getFirst();
    a.with("c1").tell("1", "notifications/cancelled", "{\"requestId\":1}");
    assertThat(call.told().getLast().at("params", "requestId").raw())
        .isEqualTo(asked.at("id").raw());
    // The answer that crosses it is nobody's, and the other server's question stays open.
    client.answer(asked, "\"result\":{}");
    assertThat(answers(a)).isEmpty();
    a.with("c1").tell("1", "notifications/cancelled", "{\"requestId\":1}");
    assertThat(call.told()).hasSize(2);
  }

  @Test
  @DisplayName("Two clients use the same ids on the same servers, and get what is theirs")
  void twoClientsUseTheSameIds() {
    a.held.add("tools/call");
    var one = fleet.legacy();
    var two = fleet.legacy();
    var ofOne = one.call("\"x\"", "a__t", "{}");
    var ofTwo = two.call("\"x\"", "a__t", "{}");
    a.with("c2").ask("\"x\"", "elicitation/create", QUESTION.formatted("to two"));
    assertThat(ofOne.told()).isEmpty();
    assertThat(ofTwo.told()).hasSize(1);
    one.answer(ofTwo.told().getFirst(), "\"result\":{\"by\":\"one\"}");
    assertThat(answers(a)).isEmpty();
    one.tell("notifications/cancelled", "{\"requestId\":\"x\"}");
    assertThat(ofOne.ends()).containsExactly("nothing");
    assertThat(ofTwo.isOver()).isFalse();
    a.release();
    assertThat(ofOne.ends()).hasSize(1);
    assertThat(ofTwo.result().at("by").text()).isEqualTo("a t");
  }

  @Test
  void aCancellationReachesOnlyTheServerOfItsRequest() {
    a.held.add("tools/call");
    b.held.add("tools/call");
    var client = fleet.legacy();
    var one = client.call("1", "a__t", "{}");
    var two = client.call("2", "b__t", "{}");
    client.tell("notifications/cancelled", "{\"requestId\":1,\"reason\":\"no\"}");
    assertThat(a.params("notifications/cancelled"))
        .first()
        .isEqualTo("{\"requestId\":1,\"reason\":\"no\"}");
    assertThat(b.heard("notifications/cancelled")).isEmpty();
    assertThat(one.ends()).containsExactly("nothing");
    assertThat(two.isOver()).isFalse();
    client.tell("notifications/cancelled", "{\"requestId\":99}");
    client.tell("notifications/cancelled", "{\"requestId\":1}");
    assertThat(a.heard("notifications/cancelled")).hasSize(1);
    // An id is free once its request is over.
    assertThat(client.call("1", "b__t", "{}").isOver()).isFalse();
  }

  @Test
  void whoLeavesLeavesAllServers() {
    a.held.add("tools/call");
    b.held.add("tools/list");
    var client = fleet.legacy();
    var call = client.call("1", "a__t", "{}");
    var list = client.ask("2", "tools/list", "{}");
    client.leave("1");
    assertThat(call.ends()).containsExactly("nothing");
    client.leave();
    assertThat(list.ends()).containsExactly("nothing");
    assertThat(a.with("c1").isClosed).isTrue();
    assertThat(fleet.legacy().ask("1", "ping", "{}").result().raw()).isEqualTo("{}");
  }

  @Test
  @DisplayName("Bad input: an id in use, methods of the other era, methods that nobody knows")
  void whatMakesNoSenseIsRefusedHere() {
    a.held.add("tools/call");
    var client = fleet.legacy();
    var call = client.call("1", "a__t", "{}");
    var twice = Json.parse(client.call("1", "a__t", "{}").ends().getFirst());
    assertThat(twice.at("id").raw()).isEqualTo("null");
    assertThat(twice.at("error", "code").raw()).isEqualTo("-32600");
    assertThat(call.isOver()).isFalse();
    for (var method :
        List.of("server/discover", "subscriptions/listen", "tasks/list", "tasks/get", "x/y")) {
      assertThat(client.ask("2", method, "{}").error().at("code").raw()).isEqualTo("-32601");
    }
    for (var method : List.of("initialize", "ping", "logging/setLevel", "resources/subscribe")) {
      assertThat(fleet.modern().ask("2", method, "{}").error().at("code").raw())
          .isEqualTo("-32601");
    }
  }

  @Test
  void progressOfACallComesAsItIs() {
    a.held.add("tools/call");
    var call = fleet.legacy().call("1", "a__t", "{}");
    var progress =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1}}";
    a.with("c1").replyTo("1").progress(this, progress.getBytes(StandardCharsets.UTF_8));
    assertThat(call.told()).extracting(Json::raw).containsExactly(progress);
  }

  @Test
  @DisplayName("SEP-414: each server sees by which door a client comes, and as part of which trace")
  void theTraceAndTheDoorReachEachServer() {
    var trace = new TraceContext("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=1");
    var client = fleet.modern().by("http", trace);
    client.call("1", "a__t", "{}");
    client.call("2", "b__t", "{}");
    for (var server : List.of(a, b)) {
      var link = server.talks.getLast().link;
      assertThat(link.trace()).isEqualTo(trace);
      assertThat(link.door()).isEqualTo("http");
    }
  }
}

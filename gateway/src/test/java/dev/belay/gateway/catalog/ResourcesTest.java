package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Guest;
import dev.belay.process.tree.Grace;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Resources keep their URIs, and each URI leads to one server")
final class ResourcesTest {
  private static final String NOT_FOUND = "\"error\":{\"code\":-32002,\"message\":\"no such\"}";
  private final Fleet fleet = new Fleet();
  private final ScriptedServer a =
      fleet.server("a").resources("x://one", "x://both").templates("x://a/{id}");
  private final ScriptedServer b =
      fleet.server("b").resources("x://both", "x://b/7").templates("y://{+path}/end", "x://{z}");

  @Test
  void listsAreMergedAndUrisThatCollideAreReported() {
    var client = fleet.legacy();
    assertThat(client.list("resources/list", "resources", "uri"))
        .containsExactly("x://one", "x://both", "x://b/7");
    assertThat(client.list("resources/templates/list", "resourceTemplates", "uriTemplate"))
        .containsExactly("x://a/{id}", "y://{+path}/end", "x://{z}");
    assertThat(fleet.reports)
        .containsExactly(
            "warning: the servers \"a\" and \"b\" both have x://both among their resources; it"
                + " means that of \"a\"");
  }

  @Test
  @DisplayName("Lists tell whose a URI is; what no list names, templates tell")
  void aUriLeadsToItsServer() {
    var client = fleet.modern();
    assertThat(read(client, "x://both")).isEqualTo("a x://both");
    assertThat(read(client, "x://b/7")).isEqualTo("b x://b/7");
    assertThat(read(client, "x://a/5")).isEqualTo("a x://a/5");
    assertThat(read(client, "y://p/q/end")).isEqualTo("b y://p/q/end");
    assertThat(read(client, "x://z")).isEqualTo("b x://z");
  }

  private static String read(Guest client, String uri) {
    return client
        .ask("1", "resources/read", "{\"uri\":" + Json.quote(uri) + "}")
        .result()
        .at("by")
        .text();
  }

  @Test
  @DisplayName("Of a URI that nothing tells of, each server is asked until one knows it")
  void otherwiseOneServerIsAskedAfterAnother() {
    a.answer("resources/read z://1", NOT_FOUND);
    var none = fleet.server("c").tools("t");
    var client = fleet.legacy();
    assertThat(read(client, "z://1")).isEqualTo("b z://1");
    assertThat(a.heard("resources/read")).hasSize(1);
    b.answer("resources/read", NOT_FOUND);
    a.answer("resources/read", NOT_FOUND);
    var error = client.ask("2", "resources/read", "{\"uri\":\"z://2\"}");
    assertThat(error.ends()).containsExactly("{\"jsonrpc\":\"2.0\",\"id\":2," + NOT_FOUND + "}");
    assertThat(none.heard("resources/read")).isEmpty();
  }

  @Test
  @DisplayName("A server whose lists are late keeps no other from being asked")
  void aLateServerKeepsNoOtherFromBeingAsked() {
    a.answer("resources/read", NOT_FOUND);
    b.answer("resources/read z://2", NOT_FOUND);
    var late =
        fleet.server("c").resources("z://2").holding("resources/list", "resources/templates/list");
    var client = fleet.legacy();
    var first = client.ask("1", "resources/read", "{\"uri\":\"z://1\"}");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(first.result().at("by").text()).isEqualTo("b z://1");
    assertThat(late.heard("resources/read")).isEmpty();
    var second = client.ask("2", "resources/read", "{\"uri\":\"z://2\"}");
    assertThat(second.refusal())
        .isEqualTo(
            "No server has a resource z://2. The server \"c\" has not listed its resources yet:"
                + " ask again in a moment.");
    late.release();
    assertThat(read(client, "z://2")).isEqualTo("c z://2");
  }

  @Test
  void aReadThatIsTakenBackGoesToNobodyElse() {
    a.answer("resources/read z://1", NOT_FOUND);
    a.held.add("resources/read");
    var client = fleet.legacy();
    var read = client.ask("1", "resources/read", "{\"uri\":\"z://1\"}");
    client.tell("notifications/cancelled", "{\"requestId\":1}");
    assertThat(read.ends()).containsExactly("nothing");
    a.release();
    assertThat(b.heard("resources/read")).isEmpty();
    assertThat(read.ends()).hasSize(1);
  }

  @Test
  void aResourceIsSubscribedToAtItsServerAlone() {
    var client = fleet.legacy();
    assertThat(client.ask("1", "resources/subscribe", "{\"uri\":\"x://b/7\"}").result().raw())
        .isEqualTo("{}");
    assertThat(b.heard("resources/subscribe")).hasSize(1);
    assertThat(a.heard("resources/subscribe")).isEmpty();
    b.with("c1").tell("notifications/resources/updated", "{\"uri\":\"x://b/7\"}");
    assertThat(client.told())
        .extracting(Json::raw)
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/resources/updated\","
                + "\"params\":{\"uri\":\"x://b/7\"}}");
    assertThat(client.ask("2", "resources/subscribe", "{\"uri\":\"q://\"}").refusal())
        .isEqualTo("No server has a resource q://.");
  }

  @Test
  @DisplayName("One subscription is spread over the servers whose resources it names, under one id")
  void aSubscriptionIsSpreadOverTheServersOfItsResources() {
    b.held.add("subscriptions/listen");
    var client = fleet.modern();
    client.list("resources/list", "resources", "uri");
    var listen =
        client.ask(
            "\"s\"",
            "subscriptions/listen",
            "{\"notifications\":{\"promptsListChanged\":true,"
                + "\"resourceSubscriptions\":[\"x://b/7\",\"q://\"]}}");
    assertThat(listen.told()).hasSize(1);
    assertThat(listen.told().getFirst().at("params", "notifications").raw())
        .isEqualTo("{\"promptsListChanged\":true,\"resourceSubscriptions\":[\"x://b/7\"]}");
    var asked = b.heard("subscriptions/listen").getFirst().message();
    assertThat(asked.at("id").text()).isEqualTo("s");
    assertThat(asked.at("params", "notifications").raw())
        .isEqualTo("{\"resourceSubscriptions\":[\"x://b/7\"]}");
    assertThat(a.heard("subscriptions/listen")).isEmpty();
    var part = b.talks.getLast();
    assertThat(part.tell("\"s\"", "notifications/subscriptions/acknowledged", "{}")).isTrue();
    part.tell(
        "\"s\"",
        "notifications/resources/updated",
        "{\"uri\":\"x://b/7\",\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"s\"}}");
    a.changed("prompts");
    b.changed("tools");
    assertThat(listen.told())
        .extracting(told -> told.at("method").text())
        .containsExactly(
            "notifications/subscriptions/acknowledged",
            "notifications/resources/updated",
            "notifications/prompts/list_changed");
    client.leave("\"s\"");
    assertThat(listen.ends()).containsExactly("nothing");
    assertThat(b.left()).isNotEmpty();
  }

  @Test
  void aSubscriptionEndsWithBelay() throws InterruptedException {
    var listen =
        fleet
            .modern()
            .ask("1", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    fleet.catalog().close(Grace.none());
    assertThat(listen.result().at("_meta", "io.modelcontextprotocol/subscriptionId").raw())
        .isEqualTo("1");
    assertThat(a.isClosed && b.isClosed).isTrue();
  }

  @Test
  @DisplayName("Completions go to the server of the prompt or the template")
  void completionsGoToTheServerOfTheirPrompt() {
    b.prompts("p").answer("completion/complete", "\"result\":{\"completion\":{\"values\":[]}}");
    var client = fleet.legacy();
    client
        .ask(
            "1",
            "completion/complete",
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"b__p\"},\"argument\":{\"name\":\"x\"}}")
        .result();
    assertThat(b.params("completion/complete"))
        .first()
        .isEqualTo(
            "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"p\"},\"argument\":{\"name\":\"x\"}}");
    client
        .ask(
            "2", "completion/complete", "{\"ref\":{\"type\":\"ref/resource\",\"uri\":\"x://{z}\"}}")
        .result();
    assertThat(b.heard("completion/complete")).hasSize(2);
    for (var params : List.of("{}", "{\"ref\":{}}", "{\"ref\":{\"name\":\"x__y\"}}")) {
      assertThat(client.ask("3", "completion/complete", params).error().at("code").raw())
          .isEqualTo("-32602");
    }
  }
}

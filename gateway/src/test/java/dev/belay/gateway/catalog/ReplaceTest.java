package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.gateway.client.Spoken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Another configuration changes what it says, and hurts nothing else")
final class ReplaceTest {
  private static final String TOOLS = "notifications/tools/list_changed";
  private final Fleet fleet = new Fleet();
  private final ScriptedServer a = fleet.server("a").tools("t");
  private final ScriptedServer b = fleet.server("b").tools("u");

  @Test
  @DisplayName("S1-104: changed settings reach servers that go on, without starting them again")
  void changedSettingsReachServersThatGoOn() {
    var client = fleet.legacy();
    client.call("1", "a__t", "{}");
    fleet.yaml("tools: { a__t: { timeout: 7 } }");
    fleet.replace();
    assertThat(a.replaced).hasSize(1);
    assertThat(a.replaced.getFirst().limits("a", "t").timeout().value()).hasSeconds(7);
    assertThat(a.isClosed || b.isClosed).isFalse();
    assertThat(a.with("c1").isClosed).isFalse();
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("a__t", "b__u");
  }

  @Test
  @DisplayName("ARC-D7: a server is started once the catalog is whole, and asked nothing before")
  void startsWhatIsWhole() {
    var found = new ArrayList<List<String>>();
    var asked = new ArrayList<Integer>();
    var starting = new Fleet();
    for (var name : List.of("a", "b")) {
      var server = starting.server(name).tools("t");
      server.onStart =
          () -> {
            found.add(starting.catalog().members().stream().map(CatalogMember::name).toList());
            asked.add(server.heard.size());
          };
    }
    assertThat(starting.legacy().tools()).containsExactly("a__t", "b__t");
    var late = starting.server("c").tools("t");
    late.onStart = () -> asked.add(late.heard.size());
    starting.replace();
    assertThat(found).containsExactly(List.of("a", "b"), List.of("a", "b"));
    assertThat(asked).containsExactly(0, 0, 0);
  }

  @Test
  void aNewServerIsThereForClientsThatAreThereAlready() {
    var client = fleet.legacy();
    fleet.server("c").tools("v");
    fleet.replace();
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.call("1", "c__v", "{}").result().at("by").text()).isEqualTo("c v");
    assertThat(fleet.catalog().members())
        .extracting(CatalogMember::name)
        .containsExactly("a", "b", "c");
  }

  @Test
  @DisplayName("A server that is gone ends when its last call has, and takes no new ones")
  void aServerThatIsGoneEndsWithItsLastCall() throws InterruptedException {
    fleet.server("c").tools("v");
    a.held.add("tools/call");
    var client = fleet.legacy();
    var running = client.call("1", "a__t", "{}");
    a.calls = 1;
    fleet.servers.remove("a");
    fleet.replace();
    fleet.time.advance(Duration.ofSeconds(5));
    assertThat(a.isClosed).isFalse();
    assertThat(client.tools()).containsExactly("b__u", "c__v");
    assertThat(client.call("2", "a__t", "{}").error().at("code").raw()).isEqualTo("-32602");
    a.release();
    assertThat(running.result().at("by").text()).isEqualTo("a t");
    a.calls = 0;
    fleet.time.advance(Duration.ofMillis(50));
    awaitClosed(a);
    assertThat(b.isClosed).isFalse();
  }

  @Test
  void aCallThatTakesTooLongEndsWithItsServer() throws InterruptedException {
    fleet.server("c");
    a.calls = 1;
    fleet.catalog();
    fleet.servers.remove("a");
    fleet.replace();
    fleet.time.advance(Duration.ofSeconds(9));
    assertThat(a.isClosed).isFalse();
    fleet.time.advance(Duration.ofSeconds(1));
    awaitClosed(a);
  }

  private static void awaitClosed(ScriptedServer server) throws InterruptedException {
    Patience.await(server.closed::isDone, () -> "it was not closed");
  }

  @Test
  @DisplayName("A server that a person drains stays drained however it is started from now on")
  void aDrainOutlivesItsProcess() {
    fleet.catalog();
    var _ = a.drain("ann");
    var successor = fleet.other("a").tools("t");
    fleet.replace();
    assertThat(successor.drainedBy).isEqualTo("ann");
    assertThat(b.drainedBy).isNull();
  }

  @Test
  @DisplayName("One server served as it is, and then a second one: new clients see both")
  void aSecondServerBringsPrefixes() {
    fleet.servers.remove("b");
    var early = fleet.legacy();
    assertThat(early.tools()).containsExactly("t");
    fleet.servers.put("b", b);
    fleet.replace();
    assertThat(fleet.legacy().tools()).containsExactly("a__t", "b__u");
    // A client that is there already has one server, and keeps it.
    assertThat(early.call("1", "t", "{}").result().at("by").text()).isEqualTo("a t");
  }

  @Test
  @DisplayName("A session with the only server goes on with the one that takes its place")
  void anOpenSessionFollowsItsServer() throws InterruptedException {
    fleet.servers.remove("b");
    var client = fleet.legacy();
    assertThat(client.call("1", "t", "{}").result().at("by").text()).isEqualTo("a t");
    a.held.add("prompts/get");
    var running = client.ask("2", "prompts/get", "{\"name\":\"p\"}");
    fleet.servers.clear();
    var successor = fleet.server("c").tools("v");
    fleet.replace();
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("v");
    assertThat(client.call("3", "v", "{}").result().at("by").text()).isEqualTo("c v");
    assertThat(successor.heard("initialize")).as("opened as the client opened it").hasSize(1);
    assertThat(client.call("4", "t", "{}").error().at("code").raw()).isEqualTo("-32602");
    a.release();
    assertThat(running.result().at("by").text()).as("where it began").isEqualTo("a p");
    fleet.time.advance(Duration.ofMillis(50));
    awaitClosed(a);
    client.leave();
    assertThat(successor.with("c1").isClosed).isTrue();
  }

  @Test
  @DisplayName("S1-104: what is denied from now on is denied to sessions with the only server too")
  void anOpenSessionIsGuarded() {
    fleet.servers.remove("b");
    a.tools("t", "write");
    var client = fleet.legacy();
    var other = fleet.modern();
    assertThat(client.call("1", "write", "{}").result().at("by").text()).isEqualTo("a write");
    fleet.yaml("access: { rules: [ { principals: [\"*\"], deny: [\"write\"] } ] }");
    fleet.replace();
    assertThat(client.call("2", "write", "{}").error().at("code").raw()).isEqualTo("-32602");
    assertThat(other.call("2", "write", "{}").error().at("code").raw()).isEqualTo("-32602");
    assertThat(client.call("3", "t", "{}").result().at("by").text()).isEqualTo("a t");
    assertThat(client.tools()).containsExactly("t");
  }

  @Test
  @DisplayName("What a server asks before and after is answered to who asked it")
  void questionsAreToldApart() {
    fleet.servers.remove("b");
    a.held.add("tools/call");
    var client = fleet.legacy();
    var _ = client.call("1", "t", "{}");
    var question = Spoken.request("1", "roots/list", "").bytes();
    a.talks.getLast().link.tell(question);
    var first = client.told().getLast();
    fleet.servers.clear();
    var successor = fleet.server("c").tools("v").holding("tools/call");
    fleet.replace();
    var _ = client.call("2", "v", "{}");
    successor.with("c1").link.tell(question);
    var asked = client.told().getLast();
    assertThat(asked.at("id").raw())
        .as("no id that the first one has used")
        .isNotEqualTo(first.at("id").raw());
    client.answer(first, "\"result\":{\"roots\":[]}");
    assertThat(a.heard.getLast().id()).isEqualTo("1");
    client.answer(asked, "\"result\":{\"roots\":[]}");
    assertThat(successor.heard.getLast().id()).isEqualTo("1");
  }

  @Test
  void ofTwoServersOneIsLeftUnderItsOwnNames() {
    var client = fleet.legacy();
    fleet.servers.remove("b");
    fleet.replace();
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("t");
    assertThat(client.call("1", "t", "{}").result().at("by").text()).isEqualTo("a t");
  }

  @Test
  void noServerIsLeft() {
    var client = fleet.legacy();
    fleet.servers.clear();
    fleet.catalog().replace(fleet.settings(), List.of());
    assertThat(client.tools()).isEmpty();
    assertThat(client.call("1", "a__t", "{}").error().at("code").raw()).isEqualTo("-32602");
  }

  @Test
  @DisplayName("A server that is replaced is told again what a legacy client has subscribed to")
  void subscriptionsOfASessionAreMadeAgain() {
    a.resources("x://1", "x://2", "x://3")
        .answer("resources/unsubscribe", "\"result\":{}")
        .answer("resources/subscribe x://3", "\"error\":{\"code\":-32603,\"message\":\"no\"}");
    var client = fleet.legacy();
    client.list("resources/list", "resources", "uri");
    client.ask("1", "resources/subscribe", "{\"uri\":\"x://1\"}").result();
    client.ask("2", "resources/subscribe", "{\"uri\":\"x://2\"}").result();
    client.ask("3", "resources/subscribe", "{\"uri\":\"x://3\"}").error();
    client.ask("4", "resources/unsubscribe", "{\"uri\":\"x://2\"}").result();
    var next = fleet.other("a").resources("x://1");
    fleet.replace();
    assertThat(next.params("resources/subscribe")).containsExactly("{\"uri\":\"x://1\"}");
    next.with("c1").tell("notifications/resources/updated", "{\"uri\":\"x://1\"}");
    assertThat(client.told("notifications/resources/updated")).hasSize(1);
    assertThat(b.heard("resources/subscribe")).isEmpty();

    var third = fleet.other("a").resources("x://1");
    fleet.yaml("mcp: { startup_timeout: 7 }");
    fleet.replace();
    assertThat(third.heard("resources/subscribe")).as("once more").hasSize(1);
  }

  @Test
  @DisplayName("Of a subscription and a log level no more is kept than the URI and the level")
  void noMoreIsKeptThanIsToBeRepeated() {
    a.resources("x://1");
    var client = fleet.legacy();
    var rest = ",\"_meta\":{\"rest\":\"" + "r".repeat(100_000) + "\"}}";
    client.ask("1", "resources/subscribe", "{\"uri\":\"x://1\"" + rest).result();
    client.ask("2", "logging/setLevel", "{\"level\":\"info\"" + rest).result();
    var next = fleet.other("a").resources("x://1");
    fleet.replace();
    assertThat(next.params("resources/subscribe")).containsExactly("{\"uri\":\"x://1\"}");
    assertThat(next.params("logging/setLevel")).containsExactly("{\"level\":\"info\"}");
  }

  @Test
  @DisplayName(
      "Of one client 1 MiB of URIs is kept; what is subscribed beyond that is not repeated")
  void urisAreBoundedInBytes() {
    var tail = "u".repeat(8_000);
    var uris = new String[200];
    for (int i = 0; i < uris.length; i++) {
      uris[i] = "x://" + i + tail;
    }
    a.resources(uris);
    var client = fleet.legacy();
    for (var uri : uris) {
      client.ask("1", "resources/subscribe", "{\"uri\":\"" + uri + "\"}").result();
    }
    var next = fleet.other("a").resources(uris);
    fleet.replace();
    assertThat(next.heard("resources/subscribe")).hasSizeBetween(100, 131);
  }

  @Test
  @DisplayName("A modern subscription goes on at the server that takes the place of its own")
  void aModernSubscriptionGoesOnAtTheNextServer() {
    a.resources("x://1").held.add("subscriptions/listen");
    var client = fleet.modern();
    client.list("resources/list", "resources", "uri");
    var listen =
        client.ask(
            "\"s\"",
            "subscriptions/listen",
            "{\"notifications\":{\"resourceSubscriptions\":[\"x://1\"]}}");
    assertThat(a.heard("subscriptions/listen")).hasSize(1);
    var next = fleet.other("a").resources("x://1");
    next.held.add("subscriptions/listen");
    fleet.replace();
    assertThat(next.heard("subscriptions/listen"))
        .singleElement()
        .satisfies(heard ->
            assertThat(heard.message().at("params", "notifications").raw())
                .isEqualTo("{\"resourceSubscriptions\":[\"x://1\"]}"));
    a.release();
    assertThat(listen.isOver()).isFalse();
    assertThat(listen.told()).as("acknowledged once").hasSize(1);
    next.talks.getLast().tell("\"s\"", "notifications/resources/updated", "{\"uri\":\"x://1\"}");
    assertThat(listen.told()).hasSize(2);
  }
}

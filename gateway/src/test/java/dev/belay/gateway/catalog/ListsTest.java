package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.testkit.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Longer than other files: one catalog, and each state in which a server may be when it is asked.
 */
@DisplayName("Lists are the sum of what is there: nobody waits long for a server that is not")
final class ListsTest {
  private static final String TOOLS = "notifications/tools/list_changed";
  private final Fleet fleet = new Fleet();

  @Test
  @DisplayName("A server that starts is waited for once, and its tools appear with list_changed")
  void aServerThatStartsIsWaitedForOnce() {
    fleet.server("a").tools("t");
    var slow = fleet.server("b").tools("u").holding("initialize", "tools/list");
    var client = fleet.legacy();
    var answer = client.ask("1", "tools/list", "{}");
    assertThat(answer.isOver()).isFalse();
    fleet.time.advance(Duration.ofMillis(999));
    assertThat(answer.isOver()).isFalse();
    fleet.time.advance(Duration.ofMillis(1));
    assertThat(names(answer)).containsExactly("a__t");
    // Having kept somebody waiting, it keeps nobody waiting: of neither era.
    assertThat(client.tools()).containsExactly("a__t");
    assertThat(fleet.modern().tools()).containsExactly("a__t");
    assertThat(client.told(TOOLS)).isEmpty();
    slow.release();
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    assertThat(client.told(TOOLS)).hasSize(1);
  }

  @Test
  @DisplayName("Policies are others once it is known what a server has, and then stay the same")
  void policiesDependOnLists() {
    fleet.server("a").tools("t");
    var slow = fleet.server("b").tools("u").holding("tools/list");
    var client = fleet.legacy();
    var before = fleet.catalog().policies();
    assertThat(fleet.catalog().policies()).isEqualTo(before);
    slow.release();
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    var known = fleet.catalog().policies();
    assertThat(known).isNotEqualTo(before);
    assertThat(client.tools()).hasSize(2);
    assertThat(fleet.catalog().policies()).isEqualTo(known);
  }

  @Test
  @DisplayName(
      "A client that has left is told of nothing, be it that its opening is read after that")
  void aClientThatLeftAsItOpenedIsToldOfNothing() {
    var a = fleet.server("a").tools("t");
    fleet.server("b").tools("u");
    var client = fleet.stranger();
    client.leave();
    client.ask("0", "initialize", client.opening());
    a.changed("tools");
    assertThat(client.told()).isEmpty();
  }

  @Test
  @DisplayName("Where it breaks to look at a list, the list fails, and is asked for again")
  void aListThatBreaksWhatLooksAtItFails(@TempDir Path pins) {
    fleet.yaml("mcp: { on_change: ask }").pins(pins);
    var a = fleet.server("a").tools("t");
    fleet.server("b").tools("u");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    fleet.onDecision =
        () -> {
          throw new IllegalStateException("broken here");
        };
    a.held.add("tools/list");
    a.list("tools/list", "{\"tools\":[{\"name\":\"t\",\"description\":\"Else.\"}]}");
    a.changed("tools");
    a.release();
    fleet.onDecision = () -> {};
    assertThat(client.tools()).contains("b__u");
  }

  @Test
  @DisplayName("What one client no longer waits for is no list that its server failed to give")
  void aClientThatLeavesLeavesListsUnknown() {
    fleet.server("a").resources("x://1");
    var own = fleet.server("b").resources("y://1");
    own.shared = false;
    own.held.add("resources/list");
    var leaving = fleet.legacy();
    leaving.ask("1", "resources/list", "{}");
    leaving.leave();
    own.release();
    var read = fleet.legacy().ask("1", "resources/subscribe", "{\"uri\":\"y://1\"}");
    assertThat(read.result().raw()).isEqualTo("{}");
  }

  @Test
  @DisplayName("A call that breaks once its list is there is answered, with the reason")
  void aCallThatBreaksOnceItsListIsThereIsAnswered() {
    fleet.yaml("mcp: { prefix: none }");
    fleet.server("a").tools("t");
    var late = fleet.server("b").tools("u").holding("tools/list");
    var client = fleet.legacy();
    var call = client.call("1", "u", "{}");
    late.onCall =
        () -> {
          throw new IllegalStateException("broken here");
        };
    late.release();
    assertThat(call.error().at("code").raw()).isEqualTo("-32603");
    assertThat(call.refusal()).contains("broken here");
    assertThat(client.call("2", "t", "{}").result().at("by").text()).isEqualTo("a t");
  }

  @Test
  void aModernClientHearsOfALateServerOnItsSubscription() {
    fleet.server("a").tools("t");
    var slow = fleet.server("b").tools("u").holding("tools/list");
    var client = fleet.modern();
    var listen =
        client.ask(
            "\"s\"", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    var answer = client.ask("1", "tools/list", "{}");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(names(answer)).containsExactly("a__t");
    slow.release();
    assertThat(listen.told())
        .hasSize(2)
        .last()
        .satisfies(news -> {
          assertThat(news.at("method").text()).isEqualTo(TOOLS);
          assertThat(subscription(news)).isEqualTo("s");
        });
    assertThat(client.tools()).containsExactly("a__t", "b__u");
  }

  @Test
  @DisplayName("mcp.tools_list.wait_ms says how long a list waits, from the next one on")
  void howLongAListWaitsIsConfigured() {
    fleet.yaml("mcp: { tools_list: { wait_ms: 5000 } }");
    fleet.server("a").tools("t");
    var slow = fleet.server("b").tools("u").holding("tools/list");
    var client = fleet.legacy();
    var patient = client.ask("1", "tools/list", "{}");
    fleet.time.advance(Duration.ofMillis(4_999));
    assertThat(patient.isOver()).isFalse();
    fleet.time.advance(Duration.ofMillis(1));
    assertThat(names(patient)).containsExactly("a__t");
    slow.release();
    slow.held.add("tools/list");
    fleet.yaml("mcp: { tools_list: { wait_ms: 20 } }");
    fleet.replace();
    var hasty = client.ask("2", "tools/list", "{}");
    fleet.time.advance(Duration.ofMillis(20));
    assertThat(names(hasty)).containsExactly("a__t", "b__u");
  }

  @Test
  @DisplayName("A server that always takes long is seen by its newest answer, and hurts nobody")
  void aServerThatIsAlwaysSlowIsSeenByItsNewestAnswer() {
    fleet.server("a").tools("t");
    var slow = fleet.server("b").tools("u");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    slow.held.add("tools/list");
    var answer = client.ask("1", "tools/list", "{}");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(names(answer)).containsExactly("a__t");
    slow.release();
    assertThat(client.told(TOOLS)).hasSize(1);
    slow.held.add("tools/list");
    var again = client.ask("2", "tools/list", "{}");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(names(again)).containsExactly("a__t", "b__u");
    slow.release();
    // It has said nothing new, so nobody is told to look once more.
    assertThat(client.told(TOOLS)).hasSize(1);
  }

  @Test
  @DisplayName("C21: a server that fails is left out; when it is back, clients hear so")
  void aServerThatFailsIsLeftOutAndTriedAgain() {
    fleet.server("a").tools("t");
    var dead =
        fleet
            .server("b")
            .tools("u")
            .answer("initialize", "\"error\":{\"code\":-32603,\"message\":\"no such program\"}")
            .answer("tools/list", "\"error\":{\"code\":-32603,\"message\":\"no such program\"}");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t");
    fleet.time.advance(Duration.ofMinutes(3));
    assertThat(client.told(TOOLS)).isEmpty();
    dead.answers.clear();
    fleet.time.advance(Duration.ofMinutes(1));
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    fleet.time.advance(Duration.ofMinutes(10));
    assertThat(client.told(TOOLS)).hasSize(1);
  }

  @Test
  @DisplayName("C21: where all fail, the list fails: what was there before is not served")
  void whereAllFailTheListFails() {
    var a = fleet.server("a").tools("t");
    var b = fleet.server("b").tools("u");
    var client = fleet.cached().legacy();
    assertThat(client.tools()).hasSize(2);
    a.answer("tools/list", "\"error\":{\"code\":-32603,\"message\":\"gone\\nmore\"}");
    b.answer("tools/list", "\"result\":{\"tools\":5}");
    fleet.time.advance(Duration.ofSeconds(1));
    var error = client.ask("1", "tools/list", "{}").error();
    assertThat(error.at("code").raw()).isEqualTo("-32603");
    assertThat(error.at("message").text())
        .isEqualTo(
            "No server answers tools/list. a: gone; b: it answered tools/list without a list of"
                + " tools");
    a.answers.clear();
    assertThat(client.tools()).contains("a__t");
  }

  @Test
  void aServerWithoutPromptsIsNoFailure() {
    fleet.server("a");
    fleet.server("b");
    assertThat(fleet.legacy().ask("1", "prompts/list", "{}").result().raw())
        .isEqualTo("{\"prompts\":[]}");
  }

  @Test
  void aModernListSaysHowLongItHolds() {
    fleet
        .server("a")
        .list(
            "tools/list",
            "{\"resultType\":\"complete\",\"tools\":[{\"name\":\"t\"}],\"ttlMs\":500,"
                + "\"cacheScope\":\"public\"}");
    var b = fleet.server("b");
    b.list("tools/list", "{\"tools\":[],\"ttlMs\":300,\"cacheScope\":\"public\"}");
    var result = fleet.modern().ask("1", "tools/list", "{}").result();
    assertThat(result.at("resultType").text()).isEqualTo("complete");
    assertThat(result.at("ttlMs").raw()).isEqualTo("300");
    assertThat(result.at("cacheScope").text()).isEqualTo("public");
    b.list("tools/list", "{\"tools\":[],\"ttlMs\":300,\"cacheScope\":\"private\"}");
    assertThat(fleet.modern().ask("1", "tools/list", "{}").result().at("cacheScope").text())
        .isEqualTo("private");
  }

  @Test
  @DisplayName("All pages of a server are on the one page of the catalog")
  void pagesAreFollowedToTheirEnd() {
    fleet
        .server("a")
        .list("tools/list", "{\"tools\":[{\"name\":\"one\"}],\"nextCursor\":\"p2\"}")
        .list("tools/list p2", "{\"tools\":[{\"name\":\"two\"}],\"nextCursor\":\"p3\"}")
        .list("tools/list p3", "{\"tools\":[{\"name\":\"three\"}]}");
    fleet.server("b").tools("u");
    for (var client : List.of(fleet.legacy(), fleet.modern())) {
      assertThat(client.tools()).containsExactly("a__one", "a__two", "a__three", "b__u");
    }
  }

  @Test
  @DisplayName("Bad input: a list without an end is given up, and others are not hurt")
  void aListWithoutAnEndIsGivenUp() {
    fleet.server("a").list("tools/list", "{\"tools\":[{\"name\":\"t\"}],\"nextCursor\":\"again\"}");
    fleet.server("b").tools("u");
    assertThat(fleet.legacy().tools()).containsExactly("b__u");
  }

  @Test
  @DisplayName("Bad input: definitions without a name, lists that hold anything")
  void whatHasNoNameIsLeftOut() {
    fleet
        .server("a")
        .list(
            "tools/list", "{\"tools\":[5,null,{},{\"name\":7},{\"name\":\"\"},{\"name\":\"t\"}]}");
    fleet.server("b");
    assertThat(fleet.legacy().tools()).containsExactly("a__t");
  }

  @Test
  @DisplayName("A server that never answers is given up after a minute, and asked anew")
  void aServerThatNeverAnswersIsGivenUp() {
    fleet.server("a").tools("t");
    var hung = fleet.server("b").tools("u").holding("tools/list");
    var client = fleet.legacy();
    var answer = client.ask("1", "tools/list", "{}");
    fleet.time.advance(ListFetch.LIMIT);
    assertThat(names(answer)).containsExactly("a__t");
    assertThat(hung.left()).isNotEmpty();
    hung.held.clear();
    fleet.time.advance(Duration.ofSeconds(2));
    assertThat(client.told(TOOLS)).hasSize(1);
    assertThat(client.tools()).containsExactly("a__t", "b__u");
  }

  @Test
  void newsOfAServerReachesEachClientOnce() {
    var a = fleet.server("a").tools("t");
    fleet.server("b");
    var one = fleet.cached().legacy();
    var two = fleet.legacy();
    assertThat(two.tools()).containsExactly("a__t");
    one.call("1", "a__t", "{}");
    a.tools("t", "new");
    a.changed("tools");
    // The client's own conversation hears it too, where the server tells all.
    a.with("c1").tell(TOOLS, "");
    assertThat(one.told(TOOLS)).hasSize(1);
    assertThat(two.told(TOOLS)).hasSize(1);
    assertThat(two.tools()).as("at once").containsExactly("a__t", "a__new");
  }

  @Test
  @DisplayName("A list that was asked for before the server changed it tells nobody what there is")
  void aListFromBeforeAChangeIsNotLearned() {
    var a = fleet.server("a").tools("t");
    fleet.server("b").tools("u");
    fleet.yaml("mcp: { prefix: none }");
    var client = fleet.legacy();
    a.held.add("tools/list");
    var list = client.ask("1", "tools/list", "{}");
    a.changed("tools");
    a.release();
    assertThat(names(list)).containsExactly("t", "u");
    a.tools("t", "new");
    assertThat(client.call("2", "new", "{}").result().at("by").text()).isEqualTo("a new");
  }

  @Test
  @DisplayName("Lists of a server that has a process for each client are that client's own")
  void listsOfASessionAreItsClients() {
    var own = fleet.server("a").tools("t");
    fleet.server("b").tools("u");
    own.shared = false;
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t", "b__u");
    assertThat(own.heard("initialize")).hasSize(1);
    assertThat(own.heard("tools/list")).hasSize(1);
    assertThat(own.heard)
        .noneMatch(heard ->
            heard.from().startsWith("belay/")
                && heard.message().at("method").text().equals("tools/list"));
    own.with("c1").tell(TOOLS, "");
    assertThat(client.told(TOOLS)).hasSize(1);
  }

  private static List<String> names(Asked answer) {
    return answer.result().at("tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }

  private static String subscription(Json news) {
    return news.at("params", "_meta", "io.modelcontextprotocol/subscriptionId").text();
  }

  @Test
  @DisplayName("Bad input: a server's cursor is nobody else's: no principal can use one here")
  void aCursorOfAnotherPrincipalIsRefused() {
    var a =
        fleet
            .server("a")
            .list("tools/list", "{\"tools\":[{\"name\":\"one\"}],\"nextCursor\":\"anns-page\"}")
            .list("tools/list anns-page", "{\"tools\":[{\"name\":\"two\"}]}");
    a.shared = false;
    fleet.server("b");
    assertThat(fleet.modern("ann").tools()).containsExactly("a__one", "a__two");
    for (var other : List.of(fleet.modern("bob"), fleet.legacy())) {
      var error = other.ask("1", "tools/list", "{\"cursor\":\"anns-page\"}").error();
      assertThat(error.at("code").raw()).isEqualTo("-32602");
    }
    assertThat(a.heard("tools/list")).as("only what ann asked").hasSize(2);
  }
}

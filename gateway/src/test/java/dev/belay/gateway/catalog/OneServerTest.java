package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.client.Spoken;
import dev.belay.testkit.json.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName(
    "One server is a catalog of one: its bytes pass as they are, and its lists are kept, gated and"
        + " counted")
final class OneServerTest {
  private static final String TOOLS = "notifications/tools/list_changed";
  @TempDir Path state;

  private final Fleet fleet = new Fleet().cached();
  private final ScriptedServer only = fleet.server("a").tools("t");

  private static Asked list(Guest client, String id) {
    return client.ask(id, "tools/list", "{}");
  }

  @Test
  @DisplayName("S4-10, S4-11: of 100 lists at once 90 are inside, and the server is asked once")
  void aHundredListsAtOnce() {
    only.held.add("tools/list");
    var answers = new ArrayList<Asked>();
    for (int i = 0; i < 100; i++) {
      answers.add(list(fleet.modern(), String.valueOf(i)));
    }
    assertThat(only.heard("tools/list")).hasSize(1);
    var gate = fleet.catalog().listFigures().gate();
    assertThat(gate.inFlight()).isEqualTo(90);
    assertThat(gate.waiting()).isEqualTo(10);
    only.release();
    for (int i = 0; i < 100; i++) {
      assertThat(answers.get(i).answer().at("id").raw()).isEqualTo(String.valueOf(i));
      assertThat(answers.get(i).result().at("tools").items()).hasSize(1);
    }
    assertThat(fleet.catalog().listFigures().gate().admitted()).isEqualTo(100);
    assertThat(only.heard("tools/list")).hasSize(1);
  }

  @Test
  @DisplayName("Results pass byte for byte, page by page, and each page is kept")
  void pagesPassAsTheyAre() {
    var first = "{ \"nextCursor\":\"2\",\"tools\":[ {\"name\":\"\\u0074\",\"n\":1.50}], \"x\":{}}";
    var second = "{\"tools\":[{\"name\":\"u\"}],\"_meta\":{ }}";
    only.list("tools/list", first).list("tools/list 2", second);
    for (int round = 0; round < 2; round++) {
      var client = fleet.legacy();
      assertThat(list(client, "1").ends())
          .containsExactly("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + first + "}");
      assertThat(client.ask("2", "tools/list", "{\"cursor\":\"2\"}").result().raw())
          .isEqualTo(second);
    }
    assertThat(only.heard("tools/list")).hasSize(2);
    assertThat(fleet.catalog().listFigures().cache().hits()).isEqualTo(2);
  }

  @Test
  @DisplayName("A refusal passes as it is, to all who wait, and is not kept")
  void aRefusalPassesAsItIs() {
    only.answer("tools/list", "\"error\":{\"code\":-32099,\"message\":\"no\",\"data\":[1.0]}");
    only.held.add("tools/list");
    var answers = List.of(list(fleet.legacy(), "1"), list(fleet.legacy(), "\"b\""));
    only.release();
    for (var answer : answers) {
      assertThat(answer.error().raw())
          .isEqualTo("{\"code\":-32099,\"message\":\"no\",\"data\":[1.0]}");
    }
    assertThat(answers.getLast().answer().at("id").raw()).isEqualTo("\"b\"");
    only.answers.clear();
    assertThat(fleet.legacy().tools()).containsExactly("t");
  }

  @Test
  @DisplayName("A client that leaves takes its own list back, and nobody else's")
  void whoLeavesTakesNobodysList() {
    only.held.add("tools/list");
    var first = fleet.legacy();
    var second = fleet.legacy();
    var third = fleet.legacy();
    var unwanted = list(first, "1");
    var wanted = List.of(list(second, "1"), list(third, "1"));
    assertThat(only.heard("tools/list")).hasSize(1);
    first.leave();
    assertThat(unwanted.ends()).containsExactly("nothing");
    only.release();
    wanted.forEach(answer -> assertThat(answer.result().at("tools").items()).hasSize(1));
    assertThat(only.heard("tools/list")).hasSize(2);
  }

  @Test
  @DisplayName("A list that all who asked have left is taken back at the server")
  void aListThatNobodyWantsIsTakenBack() {
    only.held.add("tools/list");
    var first = fleet.legacy();
    var second = fleet.legacy();
    var unwanted = list(first, "1");
    list(second, "2");
    var asked = only.heard("tools/list").getFirst();
    first.leave("1");
    assertThat(unwanted.ends()).containsExactly("nothing");
    assertThat(only.left()).as("another waits for it").isEmpty();
    second.tell("notifications/cancelled", "{\"requestId\":2}");
    assertThat(only.left()).containsExactly(asked.id());
    var again = list(second, "3");
    only.release();
    assertThat(again.result().at("tools").items()).hasSize(1);
    assertThat(only.heard("tools/list")).hasSize(2);
  }

  @Test
  @DisplayName("A list that is not kept is taken back as well")
  void aListOfItsOwnIsTakenBack() {
    only.held.add("tools/list");
    var client = fleet.legacy();
    client.ask("1", "tools/list", "{\"x\":\"" + "x".repeat(17 << 10) + "\"}");
    client.leave("1");
    assertThat(only.left()).containsExactly(only.heard("tools/list").getFirst().id());
  }

  @ParameterizedTest
  @CsvSource({"'', 60", "mcp: { startup_timeout: 300 }, 299"})
  @DisplayName("A list waits as long as the server may start, however long others are waited for")
  void aListWaitsForASlowStart(String yaml, int seconds) {
    fleet.yaml(yaml);
    only.held.add("tools/list");
    var answer = list(fleet.legacy(), "1");
    fleet.time.advance(Duration.ofSeconds(seconds));
    assertThat(answer.isOver()).isFalse();
    only.release();
    assertThat(answer.result().at("tools").items()).hasSize(1);
  }

  @Test
  @DisplayName("C35: pages are weighed together, and each again")
  void pagesAreWeighedTogether() {
    var tool = "{\"name\":\"%s\",\"inputSchema\":{\"title\":\"" + "x".repeat(40 << 10) + "\"}}";
    only.list("tools/list", "{\"tools\":[" + tool.formatted("t") + "],\"nextCursor\":\"2\"}");
    only.list("tools/list 2", "{\"tools\":[" + tool.formatted("u") + "]}");
    fleet.pins(state);
    var client = fleet.legacy();
    list(client, "1").result();
    list(client, "2").result();
    fleet.time.advance(Duration.ofSeconds(1));
    list(client, "3").result();
    assertThat(fleet.log).noneMatch(line -> line.contains("context"));
    client.ask("4", "tools/list", "{\"cursor\":\"2\"}").result();
    assertThat(fleet.log)
        .filteredOn(line -> line.contains("context"))
        .containsExactly(
            "[MCP] The definitions of 2 tools take 80 KiB of a model's context. With"
                + " mcp.tools_list.compact: all they would take 0 KiB.");
  }

  @Test
  @DisplayName("What the server says of a change counts at once")
  void aChangeCountsAtOnce() {
    var client = fleet.modern();
    assertThat(client.tools()).containsExactly("t");
    only.tools("t", "u");
    only.toolsChanged();
    assertThat(client.tools()).containsExactly("t", "u");
  }

  @Test
  @DisplayName("isolation: session: each client's list is kept for itself, and only for so long")
  void listsOfSessionsAreKept() {
    only.shared = false;
    var ann = fleet.legacy();
    var bob = fleet.legacy();
    for (var client : List.of(ann, bob, ann, bob)) {
      assertThat(client.tools()).containsExactly("t");
    }
    assertThat(only.heard("tools/list")).hasSize(2);
    assertThat(fleet.catalog().listFigures().cache().hits()).isEqualTo(2);
    var modern = fleet.modern();
    var other = fleet.modern().declaring("{}");
    for (var client : List.of(modern, other, modern, other)) {
      assertThat(client.tools()).containsExactly("t");
    }
    assertThat(only.heard("tools/list")).hasSize(4);
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(ann.tools()).containsExactly("t");
    assertThat(only.heard("tools/list")).hasSize(5);
  }

  @Test
  @DisplayName("isolation: session: lists of many servers are kept for each client, too")
  void listsOfManySessionsAreKept() {
    only.shared = false;
    fleet.server("b").tools("u");
    var ann = fleet.legacy();
    var bob = fleet.legacy();
    for (var client : List.of(ann, bob, ann, bob)) {
      assertThat(client.tools()).containsExactly("a__t", "b__u");
    }
    assertThat(only.heard("tools/list")).hasSize(2);
  }

  @Test
  @DisplayName(
      "P23: a page of a server that is guarded shows what may be seen, and all else as it is")
  void aGuardedPageShowsWhatMayBeSeen() {
    fleet.yaml("access: { rules: [ { principals: [\"*\"], deny: [\"write\"] } ] }");
    only.list(
        "tools/list",
        "{\"tools\":[ {\"name\":\"t\", \"n\":1.50},{\"name\":\"write\"}],\"nextCursor\":\"2\"}");
    only.list("tools/list 2", "{\"tools\":[ {\"name\":\"u\"} ]}");
    var client = fleet.legacy();
    assertThat(list(client, "1").result().raw())
        .isEqualTo("{\"tools\":[{\"name\":\"t\", \"n\":1.50}],\"nextCursor\":\"2\"}");
    assertThat(client.ask("2", "tools/list", "{\"cursor\":\"2\"}").result().raw())
        .isEqualTo("{\"tools\":[ {\"name\":\"u\"} ]}");
    assertThat(client.call("3", "write", "{}").refusal()).isEqualTo("Unknown tool: write.");
    assertThat(client.call("4", "t", "{}").result().raw()).contains("a t");
    assertThat(only.heard("tools/call")).hasSize(1);
  }

  @Test
  @DisplayName("All that is said passes: openings, unknown methods, tasks, what the server asks")
  void allElsePasses() {
    only.answer("initialize", "\"result\":{\"protocolVersion\":\"2025-06-18\", \"x\":1.0}");
    only.answer("tasks/list", "\"result\":{\"tasks\":[ ]}");
    only.held.add("tools/call");
    var client = fleet.legacy();
    assertThat(only.heard).as("by the client alone").allMatch(one -> one.from().equals("c1"));
    assertThat(only.params("initialize")).first().isEqualTo(client.opening());
    assertThat(client.ask("1", "initialize", client.opening()).ends())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\","
                + " \"x\":1.0}}");
    assertThat(only.heard("notifications/initialized")).hasSize(1);
    assertThat(client.ask("2", "tasks/list", "{}").result().raw()).isEqualTo("{\"tasks\":[ ]}");
    assertThat(client.ask("3", "no/such", "{\"a\":1e2}").refusal()).isEqualTo("unknown");
    assertThat(only.heard("no/such").getFirst().message().raw())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"no/such\",\"params\":{\"a\":1e2}}");
    client.tell("notifications/tasks/status", "{\"taskId\":\"1\"}");
    client.tell("notifications/own", "{ \"b\":1}");
    assertThat(only.heard("notifications/tasks/status")).hasSize(1);
    assertThat(only.params("notifications/own")).first().isEqualTo("{ \"b\":1}");

    var call = client.call("4", "nobody", "{}");
    var asking = only.talks.getLast();
    asking.replyTo("4").tell(Spoken.request("\"q\"", "elicitation/create", "{ }").bytes());
    assertThat(call.told().getFirst().at("params").raw()).isEqualTo("{ }");
    client.answer(call.told().getFirst(), "\"result\":{ \"action\":\"decline\"}");
    assertThat(only.heard.getLast().message().raw())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"q\",\"result\":{ \"action\":\"decline\"}}");
    only.release();
    assertThat(call.result().at("by").text()).isEqualTo("a nobody");

    asking.tell(TOOLS, "");
    assertThat(client.told(TOOLS)).as("by the server alone").hasSize(1);
    assertThat(client.told()).extracting(Json::raw).hasSize(1);
  }
}

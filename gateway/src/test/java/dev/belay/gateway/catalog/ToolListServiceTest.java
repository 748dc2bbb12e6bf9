package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.listing.ListFigures;
import dev.belay.gateway.listing.PinStore;
import dev.belay.process.tree.Grace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "What of the servers' tools clients see, how often that is asked for, and what is held")
final class ToolListServiceTest {
  private static final String CHANGED = "notifications/tools/list_changed";

  @TempDir Path state;

  private final Fleet fleet = new Fleet().cached();

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @DisplayName("S4-11, S4-13, S4-14: a list within its time costs servers nothing, and counts")
  void aListIsServedAgain(boolean isAlone) {
    var a = fleet.server("a").tools("t");
    var names = List.of("t");
    if (!isAlone) {
      fleet.server("b").tools("u");
      names = List.of("a__t", "b__u");
    }
    fleet.catalog();
    int before = a.asked("tools/list");
    assertThat(fleet.legacy().tools()).isEqualTo(names);
    assertThat(fleet.legacy().tools()).isEqualTo(names);
    assertThat(a.asked("tools/list")).isEqualTo(before + 1);
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(fleet.legacy().tools()).isEqualTo(names);
    assertThat(a.asked("tools/list")).isEqualTo(before + 2);
    var figures = fleet.catalog().listFigures();
    assertThat(figures.cache().hits()).isEqualTo(1);
    assertThat(figures.cache().misses()).isEqualTo(2);
    assertThat(figures.gate().inFlight()).isZero();
    assertThat(figures.tools()).isEqualTo(names.size());
    var line = "[MCP] tools/list inventory tools=%1$d servers=%1$d".formatted(names.size());
    assertThat(fleet.log).containsExactly(line);
    fleet.time.advance(Duration.ofSeconds(13));
    fleet.legacy().tools();
    assertThat(fleet.log).as("a line within 15 s is dropped").hasSize(1);
    fleet.time.advance(Duration.ofSeconds(1));
    fleet.legacy().tools();
    assertThat(fleet.log).containsExactly(line, line);
  }

  @Test
  @DisplayName("C26: a full gate says so, each era by its own number")
  void aFullGateSaysSo() {
    fleet.yaml("mcp: { tools_list: { max_in_flight: 1 } }");
    fleet.server("a").tools("t").held.add("tools/list");
    fleet.server("b").held.add("tools/list");
    var legacy = fleet.legacy();
    var modern = fleet.modern();
    for (int i = 0; i < 513; i++) {
      legacy.ask(String.valueOf(i + 1), "tools/list", "{}");
    }
    assertThat(fleet.catalog().listFigures().gate().waiting()).isEqualTo(512);
    var late = legacy.ask("1000", "tools/list", "{}");
    assertThat(late.again())
        .as("as HTTP says it: 429, Retry-After")
        .isEqualTo(Duration.ofSeconds(1));
    var refused = late.error();
    assertThat(refused.at("code").raw()).isEqualTo("-32000");
    assertThat(refused.at("message").text()).startsWith("busy: 1 lists are being served");
    assertThat(fleet.decided).hasSize(1);
    assertThat(fleet.decided.getFirst()).startsWith("refused busy to local: busy: 1 lists");
    assertThat(fleet.catalog().listFigures().gate().refused()).isEqualTo(1);
    assertThat(modern.ask("1", "tools/list", "{}").error().at("code").raw()).isEqualTo("-32603");
  }

  @Test
  @DisplayName("C22, C35: others' tools are listed whole, unless all are to be short")
  void schemasAreShort() {
    var tool =
        "{\"name\":\"\\u0074\",\"description\":\"a  b\", \"x\" :"
            + " 1.0,\"inputSchema\":{\"title\":\"T\"}}";
    fleet.server("a").list("tools/list", "{\"tools\":[" + tool + "]}");
    fleet.server("b");
    var whole = "{\"tools\":[" + tool.replace("\\u0074", "a__t") + "]}";
    assertThat(fleet.legacy().ask("1", "tools/list", "{}").result().raw()).isEqualTo(whole);
    fleet.yaml("mcp: { tools_list: { compact: all } }").replace();
    assertThat(fleet.legacy().ask("1", "tools/list", "{}").result().raw())
        .isEqualTo(
            "{\"tools\":[{\"name\":\"a__t\",\"description\":\"a"
                + " b\",\"x\":1.0,\"inputSchema\":{}}]}");
    fleet.yaml("mcp: { tools_list: { compact: none } }").replace();
    assertThat(fleet.legacy().ask("1", "tools/list", "{}").result().raw()).isEqualTo(whole);
  }

  @Test
  @DisplayName("C35: of a long list it is said at the start how long it is, and could be")
  void longLists() {
    var tool = "{\"name\":\"%s\",\"inputSchema\":{\"type\":\"object\",\"title\":\"%s\"}}";
    var half = "x".repeat(40 << 10);
    fleet.server("a").list("tools/list", "{\"tools\":[" + tool.formatted("t", half) + "]}");
    var b = fleet.server("b");
    b.list("tools/list", "{\"tools\":[]}");
    fleet.catalog();
    assertThat(told()).isEmpty();
    b.list("tools/list", "{\"tools\":[" + tool.formatted("u", half) + "]}");
    b.changed("tools");
    fleet.legacy().tools();
    fleet.legacy().tools();
    assertThat(told())
        .containsExactly(
            "[MCP] The definitions of 2 tools take 80 KiB of a model's context. With"
                + " mcp.tools_list.compact: all they would take 0 KiB.");
    fleet.yaml("mcp: { tools_list: { compact: all } }").replace();
    fleet.legacy().tools();
    assertThat(told()).hasSize(1);
  }

  private List<String> told() {
    return fleet.log.stream().filter(line -> line.contains("context")).toList();
  }

  @Test
  @DisplayName("P23: what somebody may not call they neither see nor guess, and others do")
  void whatMayNotBeCalledIsUnknown() {
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"a__write\"] } ] }");
    var a = fleet.server("a").tools("read", "write");
    fleet.server("b");
    var anna = fleet.modern("anna");
    assertThat(anna.tools()).containsExactly("a__read");
    assertThat(fleet.modern("bob").tools()).containsExactly("a__read", "a__write");
    var error = anna.call("1", "a__write", "{}").error();
    assertThat(error.at("code").raw()).isEqualTo("-32602");
    assertThat(error.at("message").text()).isEqualTo("Unknown tool: a__write.");
    assertThat(anna.call("2", "aa__write", "{}").refusal()).isEqualTo("Unknown tool: aa__write.");
    assertThat(fleet.modern("bob").call("2", "aa__write", "{}").refusal())
        .isEqualTo("Unknown tool: aa__write. Did you mean a__write?");
    assertThat(anna.call("3", "a.write", "{}").refusal()).startsWith("Unknown tool");
    assertThat(a.heard("tools/call")).isEmpty();
    assertThat(fleet.decided)
        .containsExactly(
            "refused policy to anna: may not call a__write",
            "refused policy to anna: may not call a__write");
    assertThat(fleet.modern("bob").call("1", "a__write", "{}").result().raw()).contains("a write");
    assertThat(anna.ask("4", "tools/list", "{}").result().at("cacheScope").text())
        .isEqualTo("private");
  }

  @Test
  @DisplayName("P24: a tool that changes is held back, and called by nobody, until it is accepted")
  void aChangedToolIsHeldBack() throws IOException {
    fleet.yaml("mcp: { on_change: ask }").pins(state);
    var a = fleet.server("a").tools("t", "u");
    fleet.server("b");
    var client = fleet.legacy();
    var other = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t", "a__u");
    a.list(
        "tools/list",
        "{\"tools\":[{\"name\":\"t\",\"description\":\"evil\"},{\"name\":\"u\","
            + "\"title\":\"T\"}]}");
    a.changed("tools");
    assertThat(client.tools()).containsExactly("a__u");
    assertThat(fleet.reports).hasSize(1);
    assertThat(fleet.reports.getFirst())
        .startsWith("warning: tool a__t has changed its definition since it was accepted")
        .endsWith("it is held back until: belay tools accept a__t");
    assertThat(client.call("1", "a__t", "{}").refusal())
        .startsWith("the tool a__t is held back: its definition has changed")
        .endsWith("belay tools accept a__t");
    assertThat(a.heard("tools/call")).isEmpty();
    assertThat(client.call("2", "a__u", "{}").result().raw()).contains("a u");
    assertThat(fleet.decided.getFirst()).isEqualTo("waiting a t");
    assertThat(fleet.decided.getLast()).startsWith("refused definition to local: the tool a__t is");
    assertThat(fleet.catalog().listFigures().held("a")).isEqualTo(new ListFigures.Held(1, 0));

    int before = other.told(CHANGED).size();
    fleet.catalog().lookAtPins();
    assertThat(other.told(CHANGED)).hasSize(before);
    accept("t");
    fleet.catalog().lookAtPins();
    assertThat(other.told(CHANGED)).as("clients hear by themselves").hasSize(before + 1);
    assertThat(client.call("3", "a__t", "{}").result().raw()).contains("a t");
    assertThat(client.tools()).containsExactly("a__t", "a__u");
    assertThat(fleet.decided.getLast()).isEqualTo("accepted a t");
    assertThat(fleet.catalog().listFigures().held("a")).isEqualTo(ListFigures.Held.NONE);
  }

  /** {@return a list of so many tools, which have these members besides their names} */
  private static String list(int tools, String members) {
    return IntStream.range(0, tools)
        .mapToObj(i -> "{\"name\":\"t" + i + "\"," + members + "}")
        .collect(Collectors.joining(",", "{\"tools\":[", "]}"));
  }

  private void accept(String tool) throws IOException {
    for (var shelved : new PinStore(state).all()) {
      shelved.accept(List.of(tool));
    }
  }

  @Test
  @DisplayName("P24: a changed tool is not called either before anybody has listed it again")
  void aChangedToolIsNotCalledBeforeItIsListed() {
    fleet.yaml("mcp: { on_change: refuse }").pins(state);
    var a = fleet.server("a").tools("t");
    fleet.server("b");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t");
    var evil = "{\"tools\":[{\"name\":\"t\",\"description\":\"evil\"}]}";
    a.list("tools/list", evil);
    a.changed("tools");
    assertThat(client.call("1", "a__t", "{}").refusal()).contains("is refused");
    assertThat(fleet.catalog().listFigures().held("a")).isEqualTo(new ListFigures.Held(0, 1));

    var restarted = new Fleet().yaml("mcp: { on_change: refuse }").pins(state);
    restarted.server("a").list("tools/list", evil);
    restarted.server("b");
    assertThat(restarted.legacy().call("1", "a__t", "{}").refusal()).contains("is refused");
  }

  @Test
  @DisplayName("What the eras see of one tool differs, and is no change of it")
  void theErasSeeOneTool() {
    fleet.yaml("mcp: { on_change: refuse }").pins(state);
    var schema = "{\"type\":\"array\"}";
    var wrapped =
        "{\"type\":\"object\",\"properties\":{\"result\":"
            + schema
            + "},\"required\":[\"result\"]}";
    var a = fleet.server("a");
    fleet.server("b");
    var client = fleet.legacy();
    for (var seen : List.of(schema, wrapped, schema)) {
      a.list("tools/list", "{\"tools\":[{\"name\":\"t\",\"outputSchema\":" + seen + "}]}");
      a.changed("tools");
      assertThat(client.tools()).containsExactly("a__t");
    }
    assertThat(fleet.decided).isEmpty();
  }

  @Test
  @DisplayName("A change of the only server's tools is told too, though nothing is held back")
  void theOnlyServersToolsArePinnedToo() {
    fleet.pins(state);
    var only = fleet.server("a").tools("t");
    var client = fleet.legacy();
    for (var said : List.of("{\"name\":\"t\"}", "{\"name\":\"u\"}")) {
      only.list("tools/list", "{\"tools\":[" + said + "]}");
      client.tools();
      fleet.time.advance(Duration.ofSeconds(1));
    }
    assertThat(fleet.decided).isEmpty();
    only.list("tools/list", "{\"tools\":[{\"name\":\"t\",\"title\":\"T\"}]}");
    assertThat(client.tools()).containsExactly("t");
    assertThat(fleet.decided).containsExactly("allowed a t");
    fleet.time.advance(Duration.ofSeconds(1));
    only.list("tools/list", "null");
    assertThat(client.ask("1", "tools/list", "{}").result().raw()).isEqualTo("null");
    assertThat(fleet.decided).hasSize(1);
  }

  @Test
  @DisplayName("A list that arrives once the gateway has ended writes no pins")
  void listedAfterTheEnd() throws InterruptedException, IOException {
    fleet.pins(state);
    var a = fleet.server("a").tools("t");
    fleet.server("b");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__t");
    fleet.catalog().close(Grace.none());
    a.tools("t", "t2");
    a.changed("tools");
    assertThat(client.tools()).containsExactly("a__t", "a__t2");
    assertThat(new PinStore(state).all())
        .extracting(pins -> pins.book().accepted().keySet())
        .containsExactly(Set.of("t"));
  }

  @Test
  @DisplayName("Bad input: 10,000 tools in 5 MB are one list, put together once")
  void aListOfTenThousandTools() {
    fleet.yaml("mcp: { tools_list: { compact: all } }");
    fleet.pins(state);
    var tools = list(10_000, "\"description\":\"" + "word ".repeat(90) + "\"");
    fleet.server("a").list("tools/list", tools);
    fleet.server("b");
    var client = fleet.legacy();
    var first = client.ask("1", "tools/list", "{}");
    var second = client.ask("2", "tools/list", "{}");
    assertThat(first.result().at("tools").items()).hasSize(10_000);
    assertThat(first.ends().getFirst().length()).isLessThan(tools.length() / 2);
    assertThat(second.result().raw()).isEqualTo(first.result().raw());
    assertThat(fleet.catalog().listFigures().cache().builds()).isEqualTo(1);
  }

  @Test
  @DisplayName("Bad input: a server whose tools change each second is told of, and fills no log")
  void toolsThatChangeEachSecond() {
    fleet.pins(state);
    var a = fleet.server("a");
    fleet.server("b");
    var client = fleet.legacy();
    for (int round = 0; round < 5; round++) {
      a.list("tools/list", list(30, "\"x\":0,\"title\":\"" + round + "\""));
      a.changed("tools");
      assertThat(client.tools()).hasSize(30);
      fleet.time.advance(Duration.ofSeconds(1));
    }
    assertThat(fleet.reports).hasSize(4 * 11);
    assertThat(fleet.reports.getLast()).isEqualTo("warning: 20 more tools have changed");
  }
}

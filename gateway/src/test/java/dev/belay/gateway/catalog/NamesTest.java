package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.client.ParamHeader;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Of many servers each tool has one name, and each name one tool")
final class NamesTest {
  private final Fleet fleet = new Fleet();

  @Test
  void namesBeginWithTheServersInTheOrderOfTheConfiguration() {
    fleet.server("zoo").tools("b", "a").prompts("p");
    fleet.server("docs").tools("a");
    for (var client : List.of(fleet.legacy(), fleet.modern())) {
      assertThat(client.tools()).containsExactly("zoo__b", "zoo__a", "docs__a");
      assertThat(client.list("prompts/list", "prompts", "name")).containsExactly("zoo__p");
    }
  }

  @Test
  void aCallReachesItsServerUnderItsOwnNameAndIsOtherwiseUntouched() {
    var a = fleet.server("a").tools("t");
    fleet.server("b").tools("t");
    var answer = fleet.legacy().call("7", "a__t", "{\"n\":1e2}");
    assertThat(answer.ends())
        .containsExactly("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"by\":\"a t\",\"n\":1.50}}");
    assertThat(a.heard("tools/call").getFirst().message().raw())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\","
                + "\"params\":{\"name\":\"t\",\"arguments\":{\"n\":1e2}}}");
  }

  @Test
  @DisplayName("C32: a dot for the two underscores is understood, and never listed")
  void aDottedNameIsUnderstood() {
    fleet.server("a").tools("t").prompts("p");
    fleet.server("b");
    var client = fleet.legacy();
    assertThat(client.call("1", "a.t", "{}").result().at("by").text()).isEqualTo("a t");
    assertThat(client.ask("2", "prompts/get", "{\"name\":\"a.p\"}").result().at("by").text())
        .isEqualTo("a p");
    assertThat(client.tools()).containsExactly("a__t");
  }

  @Test
  @DisplayName("Bad input: servers of odd names get prefixes that clients take, no two alike")
  void oddNamesOfServers() {
    for (var name : List.of("my server.com", "my_server_com", "my server-com", "ü", "a\"b\\")) {
      fleet.server(name).tools("t");
    }
    var client = fleet.legacy();
    assertThat(client.tools())
        .containsExactly(
            "my_server_com_2__t", "my_server_com__t", "my_server-com__t", "___t", "a_b___t");
    assertThat(client.call("1", "my_server_com_2__t", "{}").result().at("by").text())
        .isEqualTo("my server.com t");
    assertThat(client.call("2", "my_server_com__t", "{}").result().at("by").text())
        .isEqualTo("my_server_com t");
    assertThat(client.call("3", "a\"b\\__t", "{}").result().at("by").text()).isEqualTo("a\"b\\ t");
  }

  @Test
  @DisplayName(
      "a and b__c make the same name as a__b and c: the first server's counts, and it says so")
  void prefixedNamesThatCollideAreReportedOnce() {
    fleet.server("a").tools("b__c");
    fleet.server("a__b").tools("c", "d");
    var client = fleet.legacy();
    assertThat(client.tools()).containsExactly("a__b__c", "a__b__d");
    assertThat(client.tools()).hasSize(2);
    assertThat(client.call("1", "a__b__c", "{}").result().at("by").text()).isEqualTo("a b__c");
    assertThat(client.call("2", "a__b__d", "{}").result().at("by").text()).isEqualTo("a__b d");
    assertThat(fleet.reports)
        .containsExactly(
            "warning: the servers \"a\" and \"a__b\" both have a__b__c among their tools; it means"
                + " that of \"a\"");
  }

  @Test
  void withoutPrefixesTheFirstServerHasTheName() {
    fleet.yaml("mcp: { prefix: none }");
    fleet.server("a").tools("t", "u");
    fleet.server("b").tools("t", "v");
    var client = fleet.modern();
    assertThat(client.tools()).containsExactly("t", "u", "v");
    assertThat(client.call("1", "t", "{}").result().at("by").text()).isEqualTo("a t");
    assertThat(client.call("2", "v", "{}").result().at("by").text()).isEqualTo("b v");
    assertThat(fleet.reports).hasSize(1).first().asString().contains("both have t");
  }

  @Test
  @DisplayName("A call waits for its server's list as long as the server may take for it")
  void aCallWaitsForAServerThatStillStarts() {
    fleet.yaml("mcp: { prefix: none }");
    fleet.server("a").tools("t");
    var b = fleet.server("b").tools("v").holding("tools/list");
    var c = fleet.server("c").tools("w").holding("tools/list");
    var client = fleet.modern();
    var answer = client.call("1", "v", "{}");
    fleet.time.advance(Duration.ofSeconds(59));
    assertThat(answer.isOver()).isFalse();
    b.release();
    assertThat(answer.result().at("by").text()).as("c is still late").isEqualTo("b v");
    var unknown = client.call("2", "x", "{}");
    c.release();
    assertThat(unknown.refusal())
        .as("all have told theirs")
        .startsWith("Unknown tool: x.")
        .doesNotContain("yet");
  }

  @ParameterizedTest
  @ValueSource(strings = {"mcp: { prefix: none }", "mcp: { on_change: ask }"})
  @DisplayName("Then it is told whose list is missing, and may be made again")
  void aServerThatHasNotListedItsToolsIsNamed(String configuration) {
    fleet.yaml(configuration);
    if (configuration.contains("prefix")) {
      fleet.server("a").tools("t");
    }
    var slow = fleet.server("b").tools("view").holding("tools/list");
    var client = fleet.modern();
    var first = client.call("1", "view", "{}");
    fleet.time.advance(Duration.ofSeconds(60));
    assertThat(first.refusal())
        .isEqualTo(
            "Unknown tool: view. The server \"b\" has not listed its tools yet: call again in a"
                + " moment.");
    var second = client.call("2", "view", "{}");
    assertThat(second.isOver()).isFalse();
    slow.release();
    assertThat(second.result().at("by").text()).isEqualTo("b view");
  }

  @Test
  @DisplayName("What a list cannot tell waits for none: behind prefixes only the nearest are late")
  void behindPrefixesNoListIsWaitedForInVain() {
    fleet.server("a").tools("t");
    fleet.server("b").tools("v").held.add("tools/list");
    var answer = fleet.modern().call("1", "v", "{}");
    fleet.time.advance(Duration.ofSeconds(1));
    assertThat(answer.refusal())
        .isEqualTo(
            "Unknown tool: v. The server \"b\" has not listed its tools yet: call again in a"
                + " moment.");
  }

  @Test
  @DisplayName("A call that is taken back while it waits reaches no server")
  void aCallThatIsTakenBackWhileItWaitsReachesNoServer() {
    fleet.yaml("mcp: { prefix: none }");
    fleet.server("a").tools("t");
    var b = fleet.server("b").tools("v").holding("tools/list");
    var client = fleet.legacy();
    var answer = client.call("1", "v", "{}");
    client.tell("notifications/cancelled", "{\"requestId\":1}");
    b.release();
    assertThat(answer.ends()).containsExactly("nothing");
    assertThat(b.heard("tools/call")).isEmpty();
    assertThat(b.left()).isEmpty();
  }

  @Test
  @DisplayName("A glob that names no tool of any server is reported, once all have told theirs")
  void globsThatNameNothingAreReported() {
    fleet.yaml("tools: { a__t: { timeout: 1 }, b__t: { timeout: 1 }, \"*\": { timeout: 2 } }");
    fleet.server("a").tools("t");
    var b = fleet.server("b").tools("u");
    b.answer("tools/list", "\"error\":{\"code\":-32603,\"message\":\"not now\"}");
    var client = fleet.legacy();
    client.tools();
    assertThat(fleet.reports).isEmpty();
    b.answers.clear();
    client.tools();
    client.tools();
    assertThat(fleet.reports)
        .containsExactly("warning: belay.yaml:1:32: tools.\"b__t\": matches no tool");
  }

  @Test
  void oneServerHasAPrefixWhereThatIsWanted() {
    fleet.yaml("mcp: { prefix: always }");
    fleet.server("a").tools("t");
    assertThat(fleet.legacy().tools()).containsExactly("a__t");
  }

  @Test
  @DisplayName("Bad input: a name that nobody has is refused with the nearest ones")
  void anUnknownNameIsRefusedWithTheNearest() {
    fleet.server("files").tools("read_file", "write_file");
    var down = fleet.server("docs");
    fleet.catalog();
    down.trouble =
        "The server \"docs\" could not be started: no such program; PATH searched:"
            + " /root/bin\nCommand: x";
    for (var client : List.of(fleet.legacy(), fleet.modern())) {
      var error = client.call("1", "file__read_file", "{}").error();
      assertThat(error.at("code").raw()).isEqualTo("-32602");
      assertThat(error.at("message").text())
          .isEqualTo(
              "Unknown tool: file__read_file. Did you mean files__read_file or files__write_file?"
                  + " The server \"docs\" is unavailable: The server \"docs\" could not be started:"
                  + " no such program");
      assertThat(client.ask("2", "prompts/get", "{\"name\":\"x\"}").refusal())
          .startsWith("Unknown prompt: x.");
      assertThat(client.ask("3", "tools/call", "{}").refusal())
          .isEqualTo("Invalid params: name is required");
    }
  }

  @Test
  @DisplayName(
      "Bad input: a tool's own name is refused with its names behind each server, no other")
  void aNameWithoutItsServerIsRefusedWithTheWholeOnes() {
    fleet.server("files").tools("read", "write_file");
    fleet.server("docs").tools("read", "reads");
    fleet.catalog();
    assertThat(fleet.legacy().call("1", "read", "{}").refusal())
        .isEqualTo("Unknown tool: read. Did you mean files__read or docs__read?");
    assertThat(fleet.legacy().call("2", "write_file", "{}").refusal())
        .isEqualTo("Unknown tool: write_file. Did you mean files__write_file?");
  }

  @Test
  @DisplayName(
      "what a call goes by, and the headers of arguments, are found by the name clients see")
  void limitsAndHeadersAreFoundByTheNameThatClientsSee() throws InterruptedException {
    fleet.server("a").tools("four");
    var b = fleet.server("b");
    var header = "{\"type\":\"string\",\"x-mcp-header\":\"R\"}";
    b.list("tools/list 2", LookTest.list("t", header))
        .list("tools/list", "{\"tools\":[],\"nextCursor\":\"2\"}");
    var catalog = fleet.catalog();
    assertThat(catalog.policy("a__four"))
        .isNotNull()
        .extracting(policy -> policy.wished(Duration.ZERO).timeout())
        .isEqualTo(Duration.ofSeconds(4));
    assertThat(catalog.policy("nobody")).isNull();
    assertThat(fleet.headers("b__t")).extracting(ParamHeader::name).containsExactly("R");
    assertThat(fleet.headers("nobody")).isNull();
  }
}

package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.access.Refusals;
import dev.belay.access.ToolPace;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.Tracing;
import dev.belay.gateway.listing.ServerTools;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.mcp.client.ParamHeader;
import dev.belay.testkit.json.Json;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.schema.JsonSchema;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Tools of this program are one more server of the catalog, and held to the same rules")
final class HostedToolsTest {
  @TempDir private Path state;
  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());

  @AfterEach
  void end() {
    workshop.open();
    fleet.governor().close();
  }

  @Test
  @DisplayName("C32: alone they are listed and called by their own names, in both eras")
  void alone() {
    assertThat(fleet.legacy().tools()).startsWith("say", "wait");
    assertThat(fleet.modern().tools()).startsWith("say", "wait");
    assertThat(fleet.legacy().call("say", "{}").text()).isEqualTo("said hi");
    assertThat(fleet.modern().call("say", "{}").text()).isEqualTo("said hi");
    assertThat(fleet.modern().call("speech.say", "{}").text()).isEqualTo("said hi");
  }

  @Test
  @DisplayName("C32: beside a server they are prefixed; dots are accepted, and not listed")
  void beside() {
    fleet.server("a").tools("t");
    var client = fleet.legacy();
    assertThat(client.tools())
        .contains("a__t", "own__say", "own__wait")
        .noneMatch(name -> name.contains("."));
    assertThat(client.call("1", "a__t", "{}").result().raw()).contains("a t");
    for (var name : List.of("own__say", "own.say", "own__speech.say", "own.speech.say")) {
      assertThat(client.call(name, "{}").text()).isEqualTo("said hi");
      assertThat(fleet.modern().call(name, "{}").text()).isEqualTo("said hi");
    }
    assertThat(client.call("own__sy", "{}").error().at("code").raw()).isEqualTo("-32602");
  }

  @Test
  @DisplayName("P23: a tool that somebody may not call is unknown to them, by each of its names")
  void denied() {
    fleet.server("a").tools("t");
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"own__say\"] } ] }");
    var anna = fleet.modern("anna");
    assertThat(anna.tools()).contains("own__wait").doesNotContain("own__say");
    for (var name : List.of("own__say", "own.say", "own__speech.say", "own.speech.say")) {
      assertThat(anna.call(name, "{}").refusal()).startsWith("Unknown tool");
    }
    assertThat(fleet.decided)
        .hasSize(4)
        .containsOnly("refused policy to anna: may not call own__say");
    assertThat(fleet.modern("bob").call("own.speech.say", "{}").text()).isEqualTo("said hi");
  }

  @Test
  @DisplayName("P23: alone they are guarded as well")
  void deniedAlone() {
    fleet.yaml("access: { rules: [ { principals: [\"*\"], deny: [\"say\"] } ] }");
    assertThat(fleet.legacy().tools()).contains("wait").doesNotContain("say");
    assertThat(fleet.legacy().call("speech.say", "{}").error().at("code").raw())
        .isEqualTo("-32602");
    assertThat(fleet.legacy().call("say", "{}").error().at("code").raw()).isEqualTo("-32602");
    assertThat(workshop.began).isEmpty();
  }

  @Test
  @DisplayName(
      "S4-7, S4-9, C35: their definitions are short, alone and among others, unless none is")
  void compact() {
    assertShort("say");
    fleet.server("a").tools("t");
    fleet.replace();
    assertShort("own__say");
    fleet.yaml("mcp: { tools_list: { compact: none } }").replace();
    assertThat(listed("own__say").raw()).contains("What to say.");
    fleet.servers.clear();
    fleet.replace();
    assertThat(listed("say").raw()).contains("What to say.");
  }

  private Json listed(String name) {
    return fleet.modern().ask("1", "tools/list", "{}").result().at("tools").items().stream()
        .filter(one -> one.at("name").text().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private void assertShort(String name) {
    var tool = listed(name);
    assertThat(tool.at("description").text())
        .startsWith("Says it. ")
        .endsWith("...")
        .hasSizeBetween(100, 140);
    assertThat(tool.raw()).doesNotContain("What to say.");
  }

  @Test
  @DisplayName("P24: what they say is held to what they said, as long as the program is the same")
  void pinned() {
    fleet.yaml("mcp: { on_change: refuse }").pins(state);
    assertThat(fleet.modern().tools()).contains("say");
    var evil =
        Tools.builder().add(Tools.define("say").description("Evil.").handle(_ -> "evil")).build();
    var changed = new Fleet().yaml("mcp: { on_change: refuse }").pins(state).tools("own", evil);
    assertThat(changed.modern().tools()).isEmpty();
    assertThat(changed.modern().call("say", "{}").refusal()).contains("has changed");
    changed.governor().close();
  }

  @Test
  @DisplayName("A rate counts calls of a tool by whichever name, and other tools not")
  void rate() {
    var time = new HandTime();
    var pace = new ToolPace(Refusals.NONE, time);
    fleet
        .yaml("tools: { say: { rate_limit: 2/1m } }")
        .around(new Neighbours(pace::refusal, Tracing.NONE, new ServerTools(() -> {})));
    var client = fleet.modern();
    assertThat(client.call("say", "{}").text()).isEqualTo("said hi");
    assertThat(client.call("speech.say", "{}").text()).isEqualTo("said hi");
    var refused = client.call("speech.say", "{}");
    assertThat(refused.again()).isEqualTo(Duration.ofSeconds(30));
    assertThat(refused.text()).contains("\"say\" is called too often");
    assertThat(client.call("fail", "{}").text()).isEqualTo("it broke");
    time.advance(Duration.ofSeconds(30));
    assertThat(client.call("say", "{}").text()).isEqualTo("said hi");
    assertThat(fleet.governor().directory().calls()).isEmpty();
  }

  @Test
  @DisplayName("MCP 2026-07-28 §x-mcp-header: what schemas declare is known without asking anybody")
  void headers() throws InterruptedException {
    var schema =
        "{\"type\":\"object\",\"properties\":{\"r\":{\"type\":\"string\","
            + "\"x-mcp-header\":\"Region\"}}}";
    fleet.tools(
        "more",
        Tools.builder()
            .add(
                Tools.define("far")
                    .inputSchema(JsonSchema.of(schema.getBytes(StandardCharsets.UTF_8)))
                    .handle(_ -> ""))
            .build());
    var client = fleet.modern();
    assertThat(client.tools()).contains("more__far");
    assertThat(fleet.headers("more__far")).containsExactly(new ParamHeader("Region", List.of("r")));
    assertThat(fleet.headers("own__say")).isEmpty();
    assertThat(fleet.headers("own__none")).isNull();
  }
}

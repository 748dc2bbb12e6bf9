package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.ServerSettings;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.OfferedTool;
import dev.belay.gateway.turn.OwnTools;
import dev.belay.gateway.turn.TurnTools;
import dev.belay.tools.declare.Tools;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What models are told of: tools of many servers, and some that only turns have")
final class OfferedToolsTest {
  private final Workshop workshop = new Workshop();
  private final Fleet fleet = new Fleet().tools("own", workshop.tools());

  @AfterEach
  void end() {
    workshop.open();
    fleet.governor().close();
  }

  private TurnTools tools() {
    return tools(fleet);
  }

  private static TurnTools tools(Fleet fleet) {
    var catalog = fleet.catalog();
    return new TurnTools(catalog, catalog, fleet::settings, fleet.time, fleet.reports::add);
  }

  @Test
  @DisplayName("definitions are whole, also where clients see shorter ones, and clients still do")
  void whole() throws ListFailed, InterruptedException {
    fleet.server("a").tools("t");
    var say =
        tools().offered("local").stream()
            .filter(tool -> tool.name().equals("own__say"))
            .findFirst()
            .orElseThrow();
    assertThat(say.description()).startsWith("Says   it. Long words.").hasSizeGreaterThan(140);
    assertThat(say.inputSchema()).contains("What to say.");
    assertThat(fleet.modern().ask("1", "tools/list", "{}").result().raw())
        .contains("own__say")
        .doesNotContain("What to say.");
  }

  @Test
  @DisplayName("of a server alone they are its own definitions, of all pages, read by Belay itself")
  void ofOneServer() throws ListFailed, InterruptedException {
    var fleet = new Fleet();
    var only = fleet.server("a");
    only.list("tools/list", "{\"nextCursor\":\"2\",\"tools\":[{\"name\":\"t\"}]}")
        .list("tools/list 2", "{\"tools\":[{\"name\":\"u\",\"description\":\"U \\u0041.\"}]}");
    assertThat(tools(fleet).offered("local"))
        .containsExactly(
            new OfferedTool("t", "", "{\"type\":\"object\"}"),
            new OfferedTool("u", "U A.", "{\"type\":\"object\"}"));
    assertThat(only.heard).extracting(ScriptedServer.Heard::from).containsOnly("belay/a");
  }

  @Test
  @DisplayName("where no server can be listed, models are told of nothing, and the caller why")
  void ofNoServer() throws InterruptedException {
    var fleet = new Fleet();
    fleet.server("a").answer("tools/list", "\"error\":{\"code\":-32603,\"message\":\"gone\"}");
    assertThatThrownBy(() -> tools(fleet).offered("local"))
        .isInstanceOf(ListFailed.class)
        .hasMessage("No server answers tools/list. a: gone");
  }

  @Test
  @DisplayName("what somebody may not call their models are not told of")
  void denied() throws ListFailed, InterruptedException {
    fleet.server("a").tools("t");
    fleet.yaml("access: { rules: [ { principals: [anna], deny: [\"own__say\"] } ] }");
    var tools = tools();
    assertThat(tools.offered("anna")).noneMatch(tool -> tool.name().equals("own__say"));
    assertThat(tools.offered("bob")).anyMatch(tool -> tool.name().equals("own__say"));
  }

  @Test
  @DisplayName(
      "those that only turns have come first, count where names are the same, and no client"
          + " sees them")
  void own() throws ListFailed, InterruptedException {
    fleet.server("a").tools("t");
    var spec = ServerSettings.ofProgram(OwnTools.SERVER, "x", Duration.ofSeconds(1));
    var hidden =
        new OwnTools(
            () ->
                Tools.builder()
                    .add(Tools.define("a__t").description("Mine.").handle(_ -> "mine"))
                    .add(Tools.define("ask_agent").description("Asks.").handle(_ -> "asked"))
                    .build(),
            spec,
            made -> fleet.hosted(fleet.settings(), spec, made));
    var offered = tools().with(hidden).offered("local");
    assertThat(offered).extracting(OfferedTool::name).startsWith("a__t", "ask_agent", "own__say");
    assertThat(offered).filteredOn(tool -> tool.name().equals("a__t")).hasSize(1);
    assertThat(offered.getFirst().description()).isEqualTo("Mine.");
    assertThat(fleet.modern().ask("1", "tools/list", "{}").result().raw())
        .contains("\"a__t\"")
        .doesNotContain("ask_agent", "Mine.");
  }
}

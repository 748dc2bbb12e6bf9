package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What servers say about how they are used reaches clients, each under its name")
final class InstructionsTest {
  private final Fleet fleet = new Fleet();

  private ScriptedServer server(String name, String instructions) {
    var server = fleet.server(name);
    server.instructions = instructions;
    return server;
  }

  private Json legacy() {
    var client = fleet.stranger();
    return client.ask("0", "initialize", client.opening()).result().at("instructions");
  }

  private Json modern() {
    return fleet.modern().ask("1", "server/discover", "{}").result().at("instructions");
  }

  @Test
  @DisplayName("In both eras, in the order of the configuration; who says nothing is not there")
  void eachUnderItsName() {
    server("files", "Paths are absolute.\n");
    fleet.server("silent");
    server("my docs", "  # Search\nfirst, #1 comes later.\n###### Deep");
    var merged =
        "## files\n\nPaths are absolute.\n\n"
            + "## my_docs\n\n### Search\nfirst, #1 comes later.\n######## Deep";
    assertThat(legacy().text()).isEqualTo(merged);
    assertThat(modern().text()).isEqualTo(merged);
  }

  @Test
  void whereNobodySaysAnythingThereIsNothing() {
    fleet.server("a");
    fleet.server("b");
    assertThat(legacy().present()).isFalse();
    assertThat(modern().present()).isFalse();
  }

  @Test
  @DisplayName("A server that comes later is not waited for: it is there for the next client")
  void aLateServerIsSimplyNotThere() {
    server("a", "A.");
    var late = fleet.server("b");
    assertThat(legacy().text()).isEqualTo("## a\n\nA.");
    late.instructions = "B.";
    assertThat(legacy().text()).isEqualTo("## a\n\nA.\n\n## b\n\nB.");
  }

  @Test
  @DisplayName("One server of the catalog speaks for itself")
  void oneServerSpeaksForItself() {
    fleet.yaml("mcp: { prefix: always }");
    server("a", "# A");
    assertThat(legacy().text()).isEqualTo("# A");
  }

  @Test
  @DisplayName("Bad input: one server may say so much, and all together too")
  void theyAreBounded() {
    for (int i = 0; i < 20; i++) {
      server("s" + i, "\uD83D\uDE00".repeat(5_000));
    }
    var merged = legacy().text();
    assertThat(merged.length()).isBetween(Instructions.MOST / 2, Instructions.MOST);
    assertThat(merged).startsWith("## s0\n\n\uD83D\uDE00").endsWith(" ...").doesNotContain("s19");
    assertThat(merged.split("\n\n## ", -1)[1].length()).isLessThan(Instructions.MOST_OF_ONE + 10);
  }
}

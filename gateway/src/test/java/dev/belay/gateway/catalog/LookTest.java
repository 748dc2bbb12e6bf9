package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.client.ParamHeader;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "MCP 2026-07-28 §x-mcp-header: what a tool declares is known before its call is let in")
final class LookTest {
  private static final String META =
      "{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/"
          + "clientInfo\":{\"name\":\"me\"}}";

  private final Fleet fleet = new Fleet();
  private final ScriptedServer only =
      fleet
          .server("a")
          .list("tools/list", "{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"2\"}")
          .list("tools/list 2", list("b", "{\"type\":\"string\",\"x-mcp-header\":\"R\"}"));

  /** A result that lists one tool with one argument {@code r}. */
  static String list(String tool, String argument) {
    return "{\"tools\":[{\"name\":\""
        + tool
        + "\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"r\":"
        + argument
        + "}}}]}";
  }

  private @Nullable List<ParamHeader> headers(String tool) throws InterruptedException {
    return fleet.headers(tool, META);
  }

  @Test
  @DisplayName("a call before any list has all pages fetched, once")
  void aListIsFetchedWhereNoneHasPassed() throws InterruptedException {
    assertThat(headers("b")).containsExactly(new ParamHeader("R", List.of("r")));
    assertThat(headers("a")).isEmpty();
    assertThat(headers("none")).isNull();
    assertThat(only.asked("tools/list")).isEqualTo(2);
    assertThat(only.heard).extracting(ScriptedServer.Heard::from).containsOnly("belay/a");
  }

  @Test
  @DisplayName("of a server that each client has for itself they are fetched as the caller")
  void aListOfACallersOwnIsFetchedAsTheCaller() throws InterruptedException {
    only.shared = false;
    assertThat(headers("b")).containsExactly(new ParamHeader("R", List.of("r")));
    assertThat(only.heard.getFirst().message().at("params", "_meta").raw()).isEqualTo(META);
    var look = only.talks.getLast();
    assertThat(look.link.principal()).isEqualTo("ann");
    assertThat(look.isClosed).isTrue();
  }

  @Test
  @DisplayName("a change of the list is worth another look, for a tool that is not known")
  void aChangeIsLookedAt() throws InterruptedException {
    assertThat(headers("none")).isNull();
    only.toolsChanged();
    assertThat(headers("a")).isEmpty();
    assertThat(only.asked("tools/list")).isEqualTo(2);
    assertThat(headers("none")).isNull();
    assertThat(only.asked("tools/list")).isEqualTo(4);
  }

  @Test
  @DisplayName("what passes on its way to a client is enough")
  void aListThatPassesIsLearned() throws InterruptedException {
    var client = fleet.modern();
    client.tools();
    client.ask("1", "tools/list", "{\"cursor\":\"2\"}").result();
    assertThat(headers("b")).containsExactly(new ParamHeader("R", List.of("r")));
    assertThat(headers("none")).isNull();
    assertThat(only.asked("tools/list")).isEqualTo(2);
  }

  @Test
  @DisplayName("a server that fails leaves the call unchecked, and is asked again later")
  void nothingIsKnownOfAServerThatIsGone() throws InterruptedException {
    only.answer("tools/list", "\"error\":{\"code\":-32603,\"message\":\"gone\"}");
    assertThat(headers("b")).isNull();
    only.answers.clear();
    assertThat(headers("b")).containsExactly(new ParamHeader("R", List.of("r")));
  }
}

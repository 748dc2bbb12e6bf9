package dev.belay.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("process")
final class ToolsCommandTest {
  private final FakeShell shell = new FakeShell();

  @Test
  void allPagesAreRead() throws IOException, InterruptedException {
    assertThat(tools(List.of("--json"), PagingServer.command(3))).isEqualTo(ExitCode.OK);
    assertThat(Json.parse(shell.out().strip()).at("tools").items())
        .extracting(tool -> tool.at("name").text())
        .containsExactly("tool_0", "tool_1", "tool_2");
  }

  @Test
  void pagesWithoutEndAreGivenUp() throws IOException, InterruptedException {
    assertThat(tools(List.of(), PagingServer.command(1))).isEqualTo(ExitCode.ERROR);
    assertThat(shell.err()).contains("pages of tools/list go round in circles");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--json", "--lint"})
  @DisplayName("SEC-M6: a terminal obeys nothing of a list, and a file has its JSON as it came")
  void aTerminalObeysNoList(String option) throws IOException, InterruptedException {
    var hostile = "\u009b2J \u202e é";
    var options = option.isEmpty() ? List.<String>of() : List.of(option);
    var command = PagingServer.command(2, "\"\\u009b2J \\u202e \\u00e9\"");
    assertThat(tools(options, command)).isEqualTo(ExitCode.OK);
    if (option.equals("--json")) {
      assertThat(shell.out()).contains(hostile);
    }
    shell.onTerminal();
    assertThat(tools(options, command)).isEqualTo(ExitCode.OK);
    var shown = shell.out().substring(shell.out().length() / 2);
    assertThat(shown).contains("tool_0").doesNotContain("\u009b", "\u202e");
  }

  @Test
  void aServerOfTheModernEraIsListedToo() throws IOException, InterruptedException {
    assertThat(tools(List.of(), FaultyServers.command("--era", "modern"))).isEqualTo(ExitCode.OK);
    assertThat(shell.out()).contains("\necho ");
  }

  @Test
  void aServerThatCannotStartIsAnError() throws IOException, InterruptedException {
    assertThat(tools(List.of(), FaultyServers.command("--exit-at-start", "7")))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).isEmpty();
    assertThat(shell.err()).contains("exit code 7", "faulty: cannot start");
  }

  private ExitCode tools(List<String> options, List<String> command)
      throws IOException, InterruptedException {
    var all = new ArrayList<>(options);
    all.add("--");
    all.addAll(command);
    return shell.run("tools", all);
  }
}

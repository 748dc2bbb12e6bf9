package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("belay turn run runs a turn from a file and shows a line a tool")
@Tag("process")
final class TurnRunTest {
  private final HandTime time = new HandTime();
  private final FakeShell shell = new FakeShell();
  @AutoClose private Served served;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    served = Serve.puppet().on(time).start();
    shell.with("LANG", "C.UTF-8");
  }

  private ExitCode run(String body) throws IOException, InterruptedException {
    shell.typing(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    return served.run(shell, "turn", "run", "-");
  }

  private static String turn(String... uses) {
    return "{\"toolUses\":[" + String.join(",", uses) + "]}";
  }

  private static String use(String id, String tool, String input) {
    return "{\"id\":\"%s\",\"name\":\"%s\",\"input\":%s}".formatted(id, tool, input);
  }

  @Test
  @DisplayName("S1-69: results under headings on standard output, a line of each end beside it")
  void allFine() throws IOException, InterruptedException {
    var body = turn(use("a", "echo", "{\"text\":\"one\"}"), use("b", "echo", "{\"text\":\"two\"}"));

    assertThat(run(body)).as(shell.err()).isEqualTo(ExitCode.OK);

    assertThat(shell.out()).isEqualTo("# echo (a)\none\n\n# echo (b)\ntwo\n");
    assertThat(shell.err().lines())
        .hasSize(2)
        .anyMatch(line -> line.matches("belay: ✓ echo \\d+\\.\\ds"))
        .anyMatch(line -> line.matches("belay: ✓ echo \\(b\\) \\d+\\.\\ds"));
  }

  @Test
  @DisplayName("S1-69: on a terminal each tool has a line that is drawn over, and one that stays")
  void onATerminal() throws IOException, InterruptedException, ExecutionException {
    shell.onTerminal().with("TERM", "xterm");
    var gate = served.gate();
    var drawn = List.of("⠋ ", "sleep \u001b[32m", "\u001b[1A\r\u001b[J");

    try (var executor = Executors.newSingleThreadExecutor()) {
      var running =
          executor.submit(() ->
              run(
                  turn(
                      use("a", "sleep", gate.arguments()),
                      use("b", "hang_honouring_cancel", "{\"_timeout\":3000}"))));
      Patience.await(
          () -> drawn.stream().allMatch(shell.err()::contains),
          () -> "not all is drawn: " + shell.err());
      served.awaitCalls("hang_honouring_cancel", 1);
      gate.open();
      Patience.await(() -> shell.err().contains("✓ sleep"), shell::err);
      time.advance(Duration.ofSeconds(3));
      assertThat(running.get()).isEqualTo(ExitCode.TIMED_OUT);
    }

    assertThat(shell.err())
        .contains(drawn)
        .containsPattern("✓ sleep \u001b\\[32m\\d\\.\\ds\u001b\\[0m\n")
        .containsPattern("⏱ hang_honouring_cancel \u001b\\[32m\\d\\.\\ds\u001b\\[0m timed out\n");
    assertThat(shell.out()).contains("# hang_honouring_cancel (b): timed out\n");
  }

  @Test
  void aToolThatFailsIsOne() throws IOException, InterruptedException {
    assertThat(run(turn(use("a", "no_such_tool", "{}"), use("b", "echo", "{\"text\":\"two\"}"))))
        .isEqualTo(ExitCode.ERROR);
    assertThat(shell.out()).contains("# no_such_tool (a): failed\n", "# echo (b)\ntwo\n");
    assertThat(shell.err()).contains("✗ no_such_tool ");
  }

  @Test
  @DisplayName("S1-49, S1-91: Ctrl-C aborts the turn, and what has come of it is printed")
  void ctrlC() throws IOException, InterruptedException, ExecutionException {
    try (var executor = Executors.newSingleThreadExecutor()) {
      var running =
          executor.submit(() ->
              run(
                  turn(
                      use("a", "echo", "{\"text\":\"one\"}"),
                      use("b", "hang_honouring_cancel", "{}"))));
      served.awaitCalls("hang_honouring_cancel", 1);
      // The other is over by then, and its line says so while the turn continues.
      Patience.await(() -> shell.err().contains("✓ echo"), () -> "no end of echo: " + shell.err());
      shell.interrupt();

      assertThat(running.get()).isEqualTo(ExitCode.INTERRUPTED);
    }
    var _ = served.awaitLog("cancelled", _ -> true, 1);
    assertThat(shell.out())
        .contains("# echo (a)\none\n", "# hang_honouring_cancel (b): cancelled\n[CANCELLED] ");
    assertThat(shell.err()).contains("✗ hang_honouring_cancel ", "the turn was aborted: user");
  }

  @Test
  @DisplayName("Bad input: what is no turn is said, with its place")
  void badFiles() throws IOException, InterruptedException {
    assertThat(run("{\n \"toolUses\": [}")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("belay turn run: -:2:15: not JSON: ");
    assertThat(run("[]")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("-:1:1: expected an object with toolUses");
    assertThat(run("{}")).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("belay: -: toolUses is missing");
    assertThat(run(turn(use("a", "echo", "[1]")))).isEqualTo(ExitCode.USAGE);
    assertThat(shell.err()).contains("belay: -: toolUses[0].input is no object");
    assertThat(shell.out()).isEmpty();
  }
}

package dev.belay.cli.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.EndLine.Ending;
import dev.belay.cli.display.Terminal;
import dev.belay.core.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("A line of each end, the same whether its event or the answer of the turn comes first")
@Tag("process")
final class ToolLinesTest {
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private final Display display =
      Display.ofWords(
          new PrintStream(shown, /* autoFlush= */ true, StandardCharsets.UTF_8),
          () -> false,
          Time.system());
  private final ToolLines lines =
      new ToolLines(
          display, new Terminal(/* live= */ false, /* colour= */ false, /* unicode= */ true, 80));

  private String said(Ending how) throws InterruptedException {
    lines.waits("a", "echo");
    lines.ended("a", "echo", how, Duration.ofMillis(40), "one\ntwo");
    display.settle();
    return shown.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource(
      value = Ending.class,
      names = {"DONE", "TIMED_OUT", "CANCELLED"})
  void whatIsNoFailureSaysNoMore(Ending how) throws InterruptedException {
    assertThat(said(how)).contains("echo 0.0s").doesNotContain("one");
  }

  @Test
  void aFailureSaysWhy() throws InterruptedException {
    assertThat(said(Ending.FAILED)).contains("echo 0.0s", "one").doesNotContain("two");
  }
}

package dev.belay.cli.display;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import java.io.PrintStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
final class DisplayTest {
  private final Paper err = new Paper();

  @Test
  void everythingIsWrittenInOrderBeforeItIsOver() throws InterruptedException {
    var display = display(false);
    display.write("half ".getBytes(UTF_8));
    display.write("a line\n".getBytes(UTF_8));
    display.say("done");
    display.hide();

    assertThat(err.text()).isEqualTo("half a line\nbelay: done\n");
    display.close();
  }

  @Test
  void whatComesTooLateIsDroppedAndHoldsNobody() throws InterruptedException {
    var display = display(true);
    display.close();
    for (int i = 0; i < 10_000; i++) {
      display.say("late");
    }

    assertThat(err.text()).isEmpty();
  }

  @Test
  void theLineMakesWayForWordsAndIsGoneAtTheEnd() throws InterruptedException {
    var display = display(true);
    display.begin("crawl");
    err.awaitText("crawl");
    display.say("word");
    display.hide();
    display.close();

    assertThat(err.text())
        .matches("(?s)\r\u001b\\[K\\| crawl \\d+\\.\\ds.*")
        .contains("\r\u001b[Kbelay: word\n")
        .matches("(?s).*(\r\u001b\\[K|word\n)");
  }

  @Test
  @DisplayName("While a question stands there, all else waits, and begins on a new line")
  void lent() throws InterruptedException {
    var display = display(false);
    display.write("half".getBytes(UTF_8));
    var lent = display.lend();
    lent.print("Allow\u001b[2J? ");
    display.write("Allowed.\n".getBytes(UTF_8));
    // Waits for the writer, for as long as it waits at all.
    display.settle();
    assertThat(err.text()).isEqualTo("half\nAllow?[2J? ");
    lent.giveBack();
    lent.print("too late");
    display.hide();
    assertThat(err.text()).isEqualTo("half\nAllow?[2J? \nAllowed.\n");
    display.close();
  }

  @Test
  @DisplayName("P20: nobody waits for a reader that does not read, and what is dropped is counted")
  void whatNobodyReadsIsDroppedAndCounted() throws InterruptedException {
    err.shut();
    var display = Display.ofWords(new PrintStream(err, true, UTF_8), () -> false, Time.system());
    display.write("first\n".getBytes(UTF_8));
    err.awaitWriter();
    // 1,000 lines of 10 kB each are more than twice the backlog.
    var line = ("x".repeat(9_999) + "\n").getBytes(UTF_8);
    for (int i = 0; i < 1_000; i++) {
      display.write(line);
    }
    display.settle();
    err.open();
    display.close();

    long kept = err.text().lines().filter(one -> one.startsWith("xxx")).count();
    assertThat(kept).isBetween(300L, 450L);
    assertThat(err.text())
        .contains(
            "belay: "
                + (1_000 - kept)
                + " lines were dropped here: standard error was not read fast enough.\n");
  }

  @Test
  void veryManyLinesOfOneKindAreToldAsTheirNumber() throws InterruptedException {
    var display = Display.ofWords(new PrintStream(err, true, UTF_8), () -> false, Time.system());
    for (int i = 0; i < 3_000; i++) {
      display.say("faulty wrote a line that is no message (no object): noise " + i);
    }
    display.close();

    assertThat(err.text().lines().count()).isLessThan(100);
    assertThat(err.text()).contains(" more such lines: faulty wrote a line that is no message\n");
  }

  @Test
  @DisplayName("SEC-M6: a terminal is shown what servers say, and a file has it as it came")
  void aTerminalObeysNoServer() throws InterruptedException {
    var hostile = "\u001b]52;c;AAAA\u0007 \u009b2J \u202e é\n";
    for (boolean isTerminal : new boolean[] {true, false}) {
      var said = new Paper();
      var display =
          Display.ofWords(new PrintStream(said, true, UTF_8), () -> isTerminal, Time.system());
      display.write(hostile.getBytes(UTF_8));
      display.say("it said " + hostile.strip());
      display.writeColoured("\u001b[32mok\u001b[0m\n");
      display.close();
      var words = isTerminal ? "?]52;c;AAAA? ?2J ? é" : hostile.strip();
      assertThat(said.text())
          .isEqualTo(words + "\nbelay: it said " + words + "\n\u001b[32mok\u001b[0m\n");
    }
  }

  private Display display(boolean live) {
    return new Display(
        new PrintStream(err, true, UTF_8),
        () -> live,
        new Terminal(live, false, false, 80),
        Time.system());
  }
}

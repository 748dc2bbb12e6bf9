package dev.belay.cli.display;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class DisplayTest {
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void everythingIsWrittenInOrderBeforeItIsOver() throws InterruptedException {
    var display = display(false);
    display.write("half ".getBytes(UTF_8));
    display.write("a line\n".getBytes(UTF_8));
    display.say("done");
    display.hide();

    assertThat(err.toString(UTF_8)).isEqualTo("half a line\nbelay: done\n");
    display.close();
  }

  @Test
  void whatComesTooLateIsDroppedAndHoldsNobody() throws InterruptedException {
    var display = display(true);
    display.close();
    for (int i = 0; i < 10_000; i++) {
      display.say("late");
    }

    assertThat(err.toString(UTF_8)).isEmpty();
  }

  @Test
  void theLineMakesWayForWordsAndIsGoneAtTheEnd() throws InterruptedException {
    var display = display(true);
    display.begin("crawl");
    while (!err.toString(UTF_8).contains("crawl")) {
      Time.system().sleep(Duration.ofMillis(10));
    }
    display.say("word");
    display.hide();
    display.close();

    assertThat(err.toString(UTF_8))
        .startsWith("\r\u001b[K| crawl 0.")
        .contains("\r\u001b[Kbelay: word\n")
        .matches("(?s).*(\r\u001b\\[K|word\n)");
  }

  private Display display(boolean live) {
    return new Display(
        new PrintStream(err, true, UTF_8), new Terminal(live, false, false, 80), Time.system());
  }
}

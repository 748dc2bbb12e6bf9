package dev.belay.cli.display;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.display.View.Snapshot;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("The live line: spinner, time in the colour of patience, the tool's bar and words")
final class LiveLineTest {
  private static final Terminal FULL = new Terminal(true, true, true, 80);
  private static final Terminal PLAIN = new Terminal(true, false, false, 40);

  @Test
  void aLineIsDrawnOverTheOneBefore() {
    var line = new LiveLine(FULL);

    assertThat(line.draw(at(300, null))).isEqualTo("\r\u001b[K⠋ crawl \u001b[32m0.3s\u001b[0m");
    assertThat(line.draw(at(400, null))).isEqualTo("\r\u001b[K⠙ crawl \u001b[32m0.4s\u001b[0m");
    assertThat(line.erase()).isEqualTo("\r\u001b[K");
    assertThat(line.erase()).isEmpty();
  }

  @Test
  void whatIsOverAtOnceLeavesNoFlicker() {
    assertThat(new LiveLine(FULL).draw(at(199, null))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "9999,32,9.9s",
    "10000,33,10.0s",
    "30000,33,30.0s",
    "30001,31,30.0s",
    "65000,31,1m05s"
  })
  @DisplayName("Green under 10 s, yellow to 30 s, red above")
  void theColourSaysHowLongItTakes(int millis, int colour, String time) {
    assertThat(new LiveLine(FULL).draw(at(millis, null)))
        .endsWith("\u001b[" + colour + "m" + time + "\u001b[0m");
  }

  @Test
  void theToolsOwnBarAndWordsFollow() {
    assertThat(new LiveLine(FULL).draw(at(1_000, said("3,\"total\":5,\"message\":\"page\""))))
        .isEqualTo("\r\u001b[K⠋ crawl \u001b[32m1.0s\u001b[0m ██████░░░░ 3/5 page");
    assertThat(new LiveLine(PLAIN).draw(at(1_000, said("3,\"total\":5"))))
        .isEqualTo("\r\u001b[K| crawl 1.0s [######....] 3/5");
    assertThat(new LiveLine(PLAIN).draw(at(1_000, said("0.50"))))
        .isEqualTo("\r\u001b[K| crawl 1.0s 0.5");
    assertThat(new LiveLine(PLAIN).draw(at(1_000, said("9,\"total\":5"))))
        .isEqualTo("\r\u001b[K| crawl 1.0s [##########] 9/5");
    assertThat(new LiveLine(PLAIN).draw(at(1_000, said("2,\"total\":0"))))
        .isEqualTo("\r\u001b[K| crawl 1.0s 2/0");
  }

  @Test
  @DisplayName("A line for each of many, drawn over together, of very many the first")
  void manyLines() {
    var line = new LiveLine(PLAIN);
    var two = List.of(named("read", 1_000), named("write", 500));

    assertThat(line.draw(two)).isEqualTo("\r\u001b[K| read 1.0s\n| write 0.5s");
    assertThat(line.draw(two)).isEqualTo("\u001b[1A\r\u001b[J/ read 1.0s\n/ write 0.5s");
    assertThat(line.draw(two.subList(0, 1))).isEqualTo("\u001b[1A\r\u001b[J- read 1.0s");
    assertThat(line.draw(List.of())).isEqualTo("\r\u001b[K");
    assertThat(line.draw(List.of())).isEmpty();

    var many = new ArrayList<Snapshot>();
    for (int i = 0; i < 20; i++) {
      many.add(named("t" + i, 1_000));
    }
    assertThat(List.of(line.draw(many).split("\n"))).hasSize(16).last().isEqualTo("  and 5 more");
    assertThat(line.erase()).isEqualTo("\u001b[15A\r\u001b[J");
  }

  @Test
  void aLongNameIsCutToo() {
    var drawn = new LiveLine(PLAIN).draw(List.of(named("n".repeat(60), 1_000)));

    assertThat(drawn).startsWith("\r\u001b[K| nnn").endsWith("... 1.0s");
    assertThat(drawn.length() - "\r\u001b[K".length()).isLessThan(PLAIN.columns());
  }

  private static Snapshot named(String what, int millis) {
    return new Snapshot(what, Duration.ofMillis(millis), null);
  }

  @Test
  void aLineIsCutBeforeItWouldWrap() {
    var drawn =
        new LiveLine(PLAIN).draw(at(1_000, said("1,\"message\":\"" + "x".repeat(99) + "\"")));

    assertThat(drawn).isEqualTo("\r\u001b[K| crawl 1.0s 1 " + "x".repeat(21) + "...");
    assertThat(drawn.length() - "\r\u001b[K".length()).isLessThan(PLAIN.columns());
  }

  @Test
  void aToolCannotDrawOnTheTerminal() {
    assertThat(said("1,\"message\":\" \\u001b[2Ja\\r\\nb\\u202ec \"").text())
        .isEqualTo("1 [2Ja b c");
  }

  private static List<Snapshot> at(int millis, @Nullable ShownProgress progress) {
    return List.of(new Snapshot("crawl", Duration.ofMillis(millis), progress));
  }

  static ShownProgress said(String progress) {
    var line = "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"progress\":" + progress + "}}";
    try {
      return ShownProgress.of(Envelope.parse(line.getBytes(UTF_8), Bounds.DEFAULT));
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e);
    }
  }
}

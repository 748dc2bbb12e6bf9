package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.mcp.intake.Intake;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Server-sent events are read to the letter (WHATWG HTML §9.2.6)")
final class SseParserTest {
  private static final String[] WORDS = {
    "data: ",
    "data:",
    "data",
    "id: ",
    "event: ",
    "retry: ",
    ":",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\n\n",
    "\r\n\r\n",
    "\r\r",
    "\ufeff",
    "\0",
    "ä",
    "12",
    "message",
    "x".repeat(20),
    "{\"a\":1}"
  };

  private static final class Heard implements SseParser.Sink {
    final List<String> all = new ArrayList<>();

    @Override
    public void onEvent(String type, byte[] data) {
      all.add(type + "|" + new String(data, StandardCharsets.UTF_8));
    }

    @Override
    public void onId(String id) {
      all.add("id " + id);
    }

    @Override
    public void onRetry(Duration delay) {
      all.add("retry " + delay.toMillis());
    }

    @Override
    public void onOversized() {
      all.add("oversized");
    }
  }

  private static List<String> read(String text, int piece, int longest) {
    var heard = new Heard();
    var parser = new SseParser(longest, heard);
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < bytes.length; from += piece) {
      byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + piece));
      parser.feed(part, part.length);
    }
    return heard.all;
  }

  @Test
  @DisplayName(
      "SEC-H3: where others hold the room, a long event is skipped, and a short one is not")
  void aLongEventNeedsRoom() {
    var room = new Intake(4L * Intake.FREE);
    var heard = new Heard();
    var text = "data: " + "x".repeat(Intake.FREE) + "\n\ndata: next\n\n";
    try (var others = room.of("other").part();
        var parser = new SseParser(10 * Intake.FREE, room, heard)) {
      assertThat(others.resize(2L * Intake.FREE)).isTrue();
      feed(parser, text);
      assertThat(heard.all).containsExactly("oversized", "|next");
      assertThat(others.resize(0)).isTrue();
      feed(parser, text);
      assertThat(heard.all).hasSize(4).last().isEqualTo("|next");
      assertThat(room.taken()).isZero();
    }
  }

  @Test
  @DisplayName("SEC-H3: the type of an event is held until its end, so a long one is not kept")
  void aLongTypeIsNotKept() {
    var heard = new Heard();
    try (var parser = new SseParser(10 * Intake.FREE, heard)) {
      feed(parser, "event: " + "t".repeat(1024) + "\ndata: a\n\n");
      feed(parser, "event: " + "t".repeat(5 * Intake.FREE) + "\ndata: b\n\n");
    }
    assertThat(heard.all).containsExactly("t".repeat(1024) + "|a", "unknown|b");
  }

  private static void feed(SseParser parser, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    parser.feed(bytes, bytes.length);
  }

  private static List<String> read(String text) {
    return read(text, Integer.MAX_VALUE / 2, 1000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "\r", "\r\n"})
  void linesEndInAnyOfThreeWays(String end) {
    assertThat(read("event: e~data: a~data:b~~data: c~~".replace("~", end)))
        .containsExactly("e|a\nb", "|c");
  }

  @Test
  void onlyOneBlankIsTakenAfterTheColonAndNoneIsNeeded() {
    assertThat(read("data:  a\n\ndata:b\n\ndata\n\n")).containsExactly("| a", "|b", "|");
  }

  @Test
  void commentsAndUnknownFieldsSayNothing() {
    assertThat(read(": hi\n\nfoo: bar\n\n:\n\ndata: x\n: y\n\n")).containsExactly("|x");
  }

  @Test
  void anEventWithoutDataIsNoneButItsIdCounts() {
    assertThat(read("event: e\n\nid: 7\n\nid: 8\ndata:\n\n")).containsExactly("id 7", "id 8", "|");
  }

  @Test
  void anEventWithoutItsBlankLineDoesNotCount() {
    assertThat(read("data: a\n\nid: 9\ndata: b\n")).containsExactly("|a");
  }

  @Test
  void anIdWithANulOrOfGreatLengthIsIgnoredAndAnEmptyOneTakesItBack() {
    var text = "id: a\0b\ndata: 1\n\nid: " + "i".repeat(1025) + "\n\nid\n\n";
    assertThat(read(text, 100, 10_000)).containsExactly("|1", "id ");
  }

  @ParameterizedTest
  @CsvSource({
    "1500, true",
    "0, true",
    "-1, false",
    "1.5, false",
    "'', false",
    "x, false",
    "1234567890, false"
  })
  void aDelayIsMadeOfDigits(String value, boolean counts) {
    assertThat(read("retry: " + value + "\n"))
        .isEqualTo(counts ? List.of("retry " + value) : List.of());
  }

  @Test
  void aByteOrderMarkIsPassedOverOnlyAtTheStart() {
    assertThat(read("\ufeffdata: a\n\n")).containsExactly("|a");
    assertThat(read("data: a\n\n\ufeffdata: b\n\n")).containsExactly("|a");
    assertThat(read("\ufeff\ufeffdata: b\n\n")).isEmpty();
  }

  @Test
  void aGiantLineOrEventIsSkippedOnceAndTheNextOneRead() {
    var giant = "data: " + "x".repeat(5000) + "\ndata: y\n\ndata: a\n\n";
    assertThat(read(giant, 7, 100)).containsExactly("oversized", "|a");
    assertThat(read("data: 123\n".repeat(50) + "\ndata: a\n\n", 7, 100))
        .containsExactly("oversized", "|a");
    assertThat(read(":" + "x".repeat(5000) + "\n\ndata: a\n\n", 7, 100))
        .containsExactly("oversized", "|a");
  }

  @Test
  void howAStreamIsChoppedUpChangesNothing() {
    Seeds.forEach(
        5_000,
        seed -> {
          var random = new Random(seed);
          var text = new StringBuilder();
          for (int i = random.nextInt(40); i > 0; i--) {
            text.append(WORDS[random.nextInt(WORDS.length)]);
          }
          var whole = read(text.toString(), Integer.MAX_VALUE / 2, 30);
          assertThat(read(text.toString(), 1, 30)).isEqualTo(whole);
          assertThat(read(text.toString(), 1 + random.nextInt(9), 30)).isEqualTo(whole);
          assertThat(whole).isEqualTo(Model.read(text.toString(), 30));
        });
  }

  /** The same rules on whole text, in their simplest form. */
  private static final class Model {
    static List<String> read(String stream, int longest) {
      var heard = new ArrayList<String>();
      var text = stream.startsWith("\ufeff") ? stream.substring(1) : stream;
      var lines = text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1);
      String type = "";
      String id = null;
      String data = null;
      boolean skip = false;
      for (int i = 0; i < lines.length - 1; i++) {
        String line = lines[i];
        int colon = line.indexOf(':');
        String field = colon < 0 ? line : line.substring(0, colon);
        String value = colon < 0 ? "" : line.substring(colon + 1);
        value = value.startsWith(" ") ? value.substring(1) : value;
        boolean tooLong = length(line) > longest + 16;
        String longer = data == null ? value : data + "\n" + value;
        if (line.isEmpty()) {
          if (id != null && !skip) {
            heard.add("id " + id);
          }
          if (data != null && !skip) {
            heard.add(type + "|" + data);
          }
          type = "";
          id = null;
          data = null;
          skip = false;
        } else if (tooLong || (field.equals("data") && !skip && length(longer) > longest)) {
          if (!skip) {
            heard.add("oversized");
          }
          skip = true;
        } else if (!skip) {
          switch (field) {
            case "data" -> data = longer;
            case "event" -> type = value;
            case "id" -> id = value.contains("\0") ? id : value;
            case "retry" -> {
              if (value.matches("[0-9]{1,9}")) {
                heard.add("retry " + Long.parseLong(value));
              }
            }
            default -> {}
          }
        }
      }
      if (length(lines[lines.length - 1]) > longest + 16 && !skip) {
        heard.add("oversized");
      }
      return heard;
    }

    private static int length(String text) {
      return text.getBytes(StandardCharsets.UTF_8).length;
    }
  }
}

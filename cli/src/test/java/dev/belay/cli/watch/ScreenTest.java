package dev.belay.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.CallTable;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.watch.Lookout.Seen;
import dev.belay.cli.watch.Watching.Choice;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("belay watch shows a gateway on a screen of any size")
final class ScreenTest {
  static RemoteCall call(String digits, String tool, String message) {
    return call(digits, tool, message, /* isProgressBacked= */ true);
  }

  private static RemoteCall call(
      String digits, String tool, String message, boolean isProgressBacked) {
    return new RemoteCall(
        "node-" + digits,
        tool,
        "files",
        null,
        "local",
        null,
        "running",
        null,
        12.3,
        0.5,
        message,
        2.0,
        10.0,
        1800.0,
        null,
        isProgressBacked);
  }

  @Test
  @DisplayName(
      "C17: a call that a timer keeps from being idle is told apart from one that progresses")
  void timerBacked() {
    var calls = List.of(call("1", "a", "m", false), call("2", "a", "m"));
    var rows = CallTable.of(calls, Integer.MAX_VALUE);
    assertThat(rows.get(1)).contains("2/10 m (beats by a timer, not progress)");
    assertThat(rows.get(2)).contains("2/10 m");
  }

  private static HealthPage health(int upstreams) {
    var rows = new ArrayList<List<String>>();
    for (int i = 0; i < upstreams; i++) {
      rows.add(List.of("s" + i, "up", "legacy", "0", "1", "0", "0", "closed", ""));
    }
    return new HealthPage(true, 7, List.of("belay 1: ok, up 3s", "calls", "requests"), rows);
  }

  private static List<String> text(Screen screen, int columns, int rows) {
    return screen.lines(columns, rows).stream().map(AttributedString::toString).toList();
  }

  @Test
  void everyCallIsALineWithItsProgress() {
    var seen = new Seen(health(1), List.of(call("0123456789", "grep", "half")), 4.25, null);

    var lines = text(new Screen(seen, null, "", false), 120, 24);

    assertThat(lines).hasSize(24);
    assertThat(lines)
        .contains(
            "belay 1: ok, up 3s",
            "4.3 requests answered a second",
            "01234567  grep  files     local      running  12s      0.5s  30m00s/none  2/10 half");
    assertThat(lines.getLast()).isEqualTo("↑↓ choose · c cancel · a approvals · h ended · q quit");
  }

  private static RemoteCall held(String digits, @Nullable String held) {
    return new RemoteCall(
        "node-" + digits,
        "rm",
        "files",
        "path=\"" + digits + "\"",
        "local",
        "cursor",
        "waiting",
        held,
        1.0,
        null,
        null,
        null,
        null,
        60.0,
        null,
        /* isProgressBacked= */ true);
  }

  @Test
  @DisplayName("Above the calls stands how many wait for a person, and by which key")
  void waiting() {
    var calls = new ArrayList<RemoteCall>();
    calls.add(held("aa", "lane"));
    for (var expected : List.of("", "1 call waits", "2 calls wait")) {
      var lines = text(new Screen(new Seen(health(1), calls, 0, null), null, "", false), 80, 24);
      assertThat(lines)
          .filteredOn(line -> line.contains("press a"))
          .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected + " for a person: press a"));
      calls.add(held("bb" + calls.size(), "approval"));
    }
  }

  @Test
  @DisplayName("Three calls of one tool are told apart on 80 columns, by what they were asked for")
  void toldApart() {
    var calls = List.of(held("aa", null), held("bb", null), held("cc", null));
    var lines = text(new Screen(new Seen(health(1), calls, 0, null), null, "", false), 80, 24);
    assertThat(lines)
        .contains(
            "ID  TOOL  ARGUMENTS  UPSTREAM  CLIENT  PRINCIPAL  STATE    ELAPSED  LIMITS",
            "aa  rm    path=\"aa\"  files     cursor  local      waiting  1.0s     1m00s/none",
            "bb  rm    path=\"bb\"  files     cursor  local      waiting  1.0s     1m00s/none");
  }

  @Test
  void theChosenCallIsMarkedAndStaysInViewWhateverTheNumber() {
    var calls = new ArrayList<RemoteCall>();
    for (int i = 0; i < 100; i++) {
      calls.add(call("%08x".formatted(0x1000_0000 + i), "t" + i, ""));
    }
    for (int chosen : new int[] {0, 1, 50, 98, 99}) {
      var screen =
          new Screen(new Seen(health(1), calls, 0, null), calls.get(chosen).id(), "", false);
      var marked =
          screen.lines(100, 24).stream()
              .filter(line -> line.length() > 0 && line.styleAt(0).equals(AttributedStyle.INVERSE))
              .toList();
      assertThat(marked).singleElement().asString().contains(" t" + chosen + " ");
    }
  }

  @Test
  @DisplayName("What a server or a gateway wrote moves no cursor, nor does it in a question")
  void nothingMovesTheCursor() {
    var calls = List.of(call("\u009B2J\u001B[Habc", "rm\u009B31m\u2028x", "a\u009Db"));
    for (boolean asking : new boolean[] {false, true}) {
      var seen = new Seen(health(1), calls, 0, null);
      assertThat(text(new Screen(seen, calls.getFirst().id(), "", asking), 200, 24))
          .allMatch(line -> line.chars().noneMatch(Character::isISOControl))
          .noneMatch(line -> line.contains("\u2028"))
          .anyMatch(line -> line.contains("rm 31m x"));
    }
  }

  @Test
  void itIsAskedWhichCallIsMeantBeforeItIsCancelled() {
    var calls = List.of(call("abcdef0123", "rm", ""));
    var screen = new Screen(new Seen(health(1), calls, 0, null), "node-abcdef0123", "", true);
    assertThat(text(screen, 80, 24).getLast()).isEqualTo("cancel abcdef01 rm? y/n");
  }

  @Test
  void whatIsWrongIsSaidAndTheLastKnownStays() {
    var seen = new Seen(health(1), List.of(), 0, null).failed("nothing listens");
    var lines = text(new Screen(seen, null, "", false), 80, 24);
    assertThat(lines.getFirst()).isEqualTo("nothing listens");
    assertThat(lines).contains("belay 1: ok, up 3s");
    assertThat(text(new Screen(Seen.NOTHING, null, "", false), 80, 5)).contains("asking …");
  }

  @Test
  void manyServersLeaveRoomForCallsAndSayThatTheyAreMore() {
    var seen = new Seen(health(40), List.of(call("aa", "t", "")), 0, null);
    var lines = text(new Screen(seen, null, "", false), 80, 24);
    assertThat(lines).contains("… and 34 more; see belay health");
    assertThat(lines).anyMatch(line -> line.startsWith("aa "));
  }

  @Test
  void anySizeIsFilledAndNothingIsWider() {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
    for (int round = 0; round < 500; round++) {
      var calls = new ArrayList<RemoteCall>();
      for (int i = random.nextInt(40); i > 0; i--) {
        calls.add(
            call("%08x".formatted(i), "werkzeug-工具".repeat(random.nextInt(1, 9)), "日本\u001b[2J\n"));
      }
      var seen = new Seen(health(random.nextInt(30)), calls, 1, random.nextBoolean() ? "x" : null);
      int columns = random.nextInt(1, 200);
      int rows = random.nextInt(1, 60);
      var chosen = calls.isEmpty() ? null : calls.get(random.nextInt(calls.size())).id();
      var lines = new Screen(seen, chosen, "note", random.nextBoolean()).lines(columns, rows);
      assertThat(lines).hasSize(rows);
      assertThat(lines).allMatch(line -> line.columnLength() <= columns);
      assertThat(lines).noneMatch(line -> line.toString().contains("\u001b"));
    }
  }

  @Test
  void aChoiceGoesUpAndDownAndEndsWithItsCall() {
    var calls = List.of(call("a", "t", ""), call("b", "t", ""), call("c", "t", ""));
    assertThat(Choice.NONE.moved(calls, 1).id()).isEqualTo("node-a");
    assertThat(Choice.NONE.moved(calls, -1).id()).isEqualTo("node-c");
    assertThat(new Choice("node-a").moved(calls, 1).id()).isEqualTo("node-b");
    assertThat(new Choice("node-c").moved(calls, 1).id()).isEqualTo("node-c");
    assertThat(new Choice("node-b").among(calls.subList(0, 1))).isEqualTo(Choice.NONE);
    assertThat(new Choice("node-b").moved(List.of(), 1)).isEqualTo(Choice.NONE);
  }
}

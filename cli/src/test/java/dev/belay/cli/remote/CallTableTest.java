package dev.belay.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.display.Wrapped;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A table of calls has the columns for which there is room, and that tell something")
final class CallTableTest {
  private static final List<String> ALWAYS =
      List.of(
          "ID", "TOOL", "UPSTREAM", "PRINCIPAL", "STATE", "ELAPSED", "BEAT", "LIMITS", "PROGRESS");

  private static RemoteCall call(@Nullable String arguments, @Nullable String client) {
    return new RemoteCall(
        "node-0123456789",
        "hang_honouring_cancel",
        "files",
        arguments,
        "local",
        client,
        "running",
        null,
        12.3,
        0.5,
        "page three of nine",
        3.0,
        9.0,
        1800.0,
        300.0,
        /* isProgressBacked= */ true);
  }

  private static int width(List<List<String>> rows) {
    int width = -2;
    for (int i = 0; i < rows.getFirst().size(); i++) {
      int column = i;
      width += 2 + rows.stream().mapToInt(row -> Wrapped.width(row.get(column))).max().orElse(0);
    }
    return width;
  }

  @Test
  @DisplayName("A column with nothing in it is left out; with one cell it is there")
  void empty() {
    assertThat(CallTable.of(List.of(), 200)).containsExactly(ALWAYS);
    assertThat(CallTable.of(List.of(call("", null), call(null, " ")), 200).getFirst())
        .isEqualTo(ALWAYS);
    var rows = CallTable.of(List.of(call(null, null), call("n=1", null)), 200);
    assertThat(rows.getFirst()).contains("ARGUMENTS").doesNotContain("CLIENT");
    assertThat(rows.get(1).get(2)).isEmpty();
  }

  @Test
  @DisplayName("HOUR-10: on 80 columns arguments and progress are there; on 40, what tells most")
  void narrow() {
    var calls = List.of(call("path=\"a/long/way/down/to/it.txt\"", "cursor"));
    assertThat(CallTable.of(calls, 80))
        .containsExactly(
            List.of("ID", "TOOL", "ARGUMENTS", "STATE", "ELAPSED", "BEAT", "PROGRESS"),
            List.of(
                "01234567",
                "hang_honouring_cancel",
                "path=\"a/l…",
                "running",
                "12s",
                "0.5s",
                "3/9 page t…"));
    assertThat(CallTable.of(calls, 40).getFirst()).containsExactly("ID", "TOOL", "STATE");
    assertThat(CallTable.of(calls, 5).getFirst()).containsExactly("ID", "TOOL");
  }

  @Test
  @DisplayName("Nothing is wider than the screen, and more room is never worse")
  void everyWidth() {
    var calls = new ArrayList<RemoteCall>();
    calls.add(call("text=\"" + "\u65e5".repeat(50) + "\", n=1", "cursor"));
    calls.add(call("\u001b[2J\n", "a\u009bb"));
    calls.add(call(null, null));
    int before = 0;
    for (int columns = 31; columns < 300; columns++) {
      var rows = CallTable.of(calls, columns);
      assertThat(width(rows)).as("of %s", columns).isLessThanOrEqualTo(columns);
      assertThat(rows).allMatch(row -> row.size() == rows.getFirst().size());
      assertThat(rows.toString().chars()).noneMatch(Character::isISOControl);
      before = rows.getFirst().size();
    }
    assertThat(before).isEqualTo(11);
  }

  private static RemoteCall waiting(String state, @Nullable String held) {
    return new RemoteCall(
        "node-0123456789",
        "rm",
        null,
        "path=\"a\"",
        "local",
        null,
        state,
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
  @DisplayName("HOUR-10: columns that tell nothing give way on a screen, and are there in a file")
  void tellingNothing() {
    var calls = List.of(waiting("waiting", null));
    assertThat(CallTable.of(calls, 80).getFirst())
        .containsExactly("ID", "TOOL", "ARGUMENTS", "PRINCIPAL", "STATE", "ELAPSED", "LIMITS");
    assertThat(CallTable.of(calls, Integer.MAX_VALUE).getFirst())
        .contains("UPSTREAM", "BEAT", "PROGRESS");
  }

  @Test
  @DisplayName("HOUR-10: a row says what its call waits for")
  void waitsFor() {
    var calls =
        List.of(
            waiting("waiting", "lane"), waiting("running", "question"), waiting("running", null));
    var rows = CallTable.of(calls, 200);
    int state = rows.getFirst().indexOf("STATE");
    assertThat(rows.stream().skip(1).map(row -> row.get(state)))
        .containsExactly("waits: lane", "running, waits: question", "running");
  }
}

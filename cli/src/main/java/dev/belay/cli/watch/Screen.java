package dev.belay.cli.watch;

import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.CallTable;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.watch.Lookout.Seen;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;
import org.jspecify.annotations.Nullable;

/**
 * The content of the {@code belay watch} screen: a pure function from a gateway's state to lines.
 *
 * @param selected id of the selected call, which a key cancels; null for none
 * @param note result of the last key; may be empty
 * @param asking whether the person is asked to confirm a cancellation
 */
record Screen(Seen seen, @Nullable String selected, String note, boolean asking) {
  private static final String KEYS = "↑↓ choose · c cancel · a approvals · h ended · q quit";
  private static final int ROOM_FOR_UPSTREAMS = 3;

  /** {@return {@code rows} lines of at most {@code columns} columns} */
  List<AttributedString> lines(int columns, int rows) {
    var lines = new ArrayList<AttributedString>();
    summary(lines);
    var health = seen.health();
    if (health != null) {
      // At most a quarter of the screen, which is mainly for calls.
      int most = Math.max(ROOM_FOR_UPSTREAMS, rows / 4);
      var upstreams = health.upstreams().stream().limit(most).toList();
      table(lines, HealthPage.table(upstreams), -1);
      int hidden = health.upstreams().size() - upstreams.size();
      if (hidden > 0) {
        lines.add(faint("… and " + hidden + " more; see belay health"));
      }
      lines.add(AttributedString.EMPTY);
    }
    waiting(lines);
    calls(lines, columns, rows - 1 - lines.size());
    while (lines.size() < rows - 1) {
      lines.add(AttributedString.EMPTY);
    }
    var fitting = new ArrayList<>(lines.subList(0, Math.max(0, rows - 1)));
    fitting.add(foot());
    return fitting.stream().map(line -> line.columnSubSequence(0, columns)).toList();
  }

  private void summary(List<AttributedString> lines) {
    var trouble = seen.trouble();
    if (trouble != null) {
      lines.add(
          new AttributedString(trouble, AttributedStyle.BOLD.foreground(AttributedStyle.RED)));
    }
    var health = seen.health();
    if (health == null) {
      if (trouble == null) {
        lines.add(new AttributedString("asking …"));
      }
      return;
    }
    for (var line : health.summary()) {
      lines.add(new AttributedString(line));
    }
    lines.add(
        new AttributedString(
            String.format(Locale.ROOT, "%.1f requests answered a second", seen.perSecond())));
    lines.add(AttributedString.EMPTY);
  }

  private void waiting(List<AttributedString> lines) {
    long waiting = seen.calls().stream().filter(RemoteCall::waitsForPerson).count();
    if (waiting > 0) {
      lines.add(
          new AttributedString(
              (waiting == 1 ? "1 call waits" : waiting + " calls wait") + " for a person: press a",
              AttributedStyle.BOLD.foreground(AttributedStyle.YELLOW)));
    }
  }

  private void calls(List<AttributedString> lines, int columns, int room) {
    var calls = seen.calls();
    int index = index();
    int shown = Math.max(0, Math.min(calls.size(), room - 1));
    // Keeps the selected call in view.
    int first = Math.max(0, Math.min(index - shown / 2, calls.size() - shown));
    var rows = CallTable.of(calls.subList(first, first + shown), columns);
    table(lines, rows, index < 0 ? -1 : index - first + 1);
  }

  /** {@return the index of the selected call; -1 for none} */
  private int index() {
    var calls = seen.calls();
    for (int i = 0; i < calls.size(); i++) {
      if (calls.get(i).id().equals(selected)) {
        return i;
      }
    }
    return -1;
  }

  /** Adds a table, whose heading is faint, with the row of that index marked. */
  static void table(List<AttributedString> lines, List<List<String>> rows, int chosen) {
    int columns = rows.getFirst().size();
    var widths = new int[columns];
    for (var row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], new AttributedString(row.get(i)).columnLength());
      }
    }
    for (int at = 0; at < rows.size(); at++) {
      var line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        var cell = rows.get(at).get(i);
        line.append(cell);
        if (i < columns - 1) {
          line.repeat(' ', widths[i] - new AttributedString(cell).columnLength() + 2);
        }
      }
      var text = line.toString().stripTrailing();
      lines.add(
          at == 0
              ? faint(text)
              : at == chosen
                  ? new AttributedString(text, AttributedStyle.INVERSE)
                  : new AttributedString(text));
    }
  }

  private AttributedString foot() {
    if (asking) {
      var call = chosen();
      var tool = call == null ? "it" : CallRow.line(call.brief() + " " + call.tool());
      return new AttributedString("cancel " + tool + "? y/n", AttributedStyle.BOLD);
    }
    return faint(note.isEmpty() ? KEYS : KEYS + " · " + note);
  }

  private @Nullable RemoteCall chosen() {
    int index = index();
    return index < 0 ? null : seen.calls().get(index);
  }

  static AttributedString faint(String text) {
    return new AttributedString(text, AttributedStyle.DEFAULT.faint());
  }
}

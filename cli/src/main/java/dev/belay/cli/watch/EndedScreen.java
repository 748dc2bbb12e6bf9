package dev.belay.cli.watch;

import dev.belay.cli.remote.EndedTable;
import dev.belay.cli.watch.Lookout.Seen;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStyle;

/**
 * The calls that ended, on the {@code belay watch} screen, the newest first.
 *
 * @param top how many of them are above the screen
 */
record EndedScreen(Seen seen, int top) {
  private static final String KEYS = "↑↓ scroll · h running calls · q quit";

  /** {@return the same moved by that many calls, within the bounds of the list} */
  EndedScreen moved(int by) {
    var ended = seen.ended();
    return new EndedScreen(seen, Math.clamp(top + by, 0, ended == null ? 0 : ended.size()));
  }

  /** {@return {@code rows} lines of at most {@code columns} columns} */
  List<AttributedString> lines(int columns, int rows, Instant now) {
    var lines = new ArrayList<AttributedString>();
    var trouble = seen.trouble();
    if (trouble != null) {
      lines.add(
          new AttributedString(trouble, AttributedStyle.BOLD.foreground(AttributedStyle.RED)));
    }
    var ended = seen.ended();
    if (ended == null) {
      lines.add(new AttributedString("asking …"));
    } else if (ended.isEmpty()) {
      lines.add(new AttributedString("no call has ended that is remembered"));
    } else {
      int first = Math.min(top, ended.size() - 1);
      int room = Math.max(0, rows - lines.size() - 2);
      var shown = ended.subList(first, Math.min(ended.size(), first + room));
      Screen.table(lines, EndedTable.of(shown, now, columns), -1);
    }
    while (lines.size() < rows - 1) {
      lines.add(AttributedString.EMPTY);
    }
    var fitting = new ArrayList<>(lines.subList(0, Math.max(0, rows - 1)));
    fitting.add(Screen.faint(KEYS));
    return fitting.stream().map(line -> line.columnSubSequence(0, columns)).toList();
  }
}

package dev.belay.cli.display;

import dev.belay.cli.shell.Shell;
import dev.belay.mcp.envelope.Controls;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Text in lines that fit on a screen, without a character lost. */
public final class Wrapped {
  /** Begins what continues a line, which thus cannot pass for the beginning of one. */
  private static final String MORE = "↪ ";

  private static final int FEWEST_COLUMNS = 8;

  private Wrapped() {}

  /** {@return text of any origin in lines that fit on the screen of that shell} */
  public static String on(Shell shell, String text) {
    return fitted(text, columns(shell));
  }

  /**
   * {@return text of any origin for standard error: where that is a terminal, in lines that end
   * between words}
   */
  public static String atWords(Shell shell, String text) {
    if (!shell.errIsTerminal().getAsBoolean()) {
      return text;
    }
    int columns = Math.max(FEWEST_COLUMNS, columns(shell));
    var lines = new StringBuilder();
    Controls.shown(text).lines().forEach(line -> fill(lines, line, columns));
    return lines.toString();
  }

  private static void fill(StringBuilder lines, String line, int columns) {
    int used = 0;
    for (var word : line.split(" ", -1)) {
      int width = width(word);
      if (used > 0 && used + 1 + width > columns) {
        lines.append('\n');
        used = 0;
      } else if (used > 0) {
        lines.append(' ');
        used++;
      }
      lines.append(word);
      used += width;
    }
    lines.append('\n');
  }

  /** {@return how many columns the screen of that shell has} */
  public static int columns(Shell shell) {
    int real = shell.columns();
    return real > 0 ? real : Terminal.of(shell.environment(), true).columns();
  }

  /** {@return text of any origin in lines that fit on a screen of so many columns} */
  public static String fitted(String text, int columns) {
    var shown = Controls.shown(text).replace('\t', ' ');
    return String.join("\n", lines(shown, columns)) + "\n";
  }

  /** {@return the lines of a text without controls, each of at most that many columns} */
  public static List<String> lines(String text, int columns) {
    int room = Math.max(FEWEST_COLUMNS, columns);
    var lines = new ArrayList<String>();
    text.lines().forEach(line -> wrap(lines, line, room));
    return lines;
  }

  /** {@return how many columns a text without controls takes} */
  public static int width(String text) {
    return text.codePoints().map(Wrapped::width).sum();
  }

  // What has no width counts too, since it could otherwise pile up without end.
  private static int width(int point) {
    return Math.max(1, WCWidth.wcwidth(point));
  }

  /** {@return the text; its beginning and an ellipsis if it takes more columns than that} */
  public static String brief(String text, int columns) {
    int used = 0;
    int end = 0;
    for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
      end = used < columns ? at : end;
      used += width(text.codePointAt(at));
      if (used > columns) {
        return text.substring(0, end) + "…";
      }
    }
    return text;
  }

  private static void wrap(List<String> lines, String line, int room) {
    int begin = 0;
    int used = 0;
    for (int at = 0; at < line.length(); ) {
      int point = line.codePointAt(at);
      int width = width(point);
      if (used + width > room) {
        lines.add((begin == 0 ? "" : MORE) + line.substring(begin, at));
        begin = at;
        used = MORE.length();
      }
      used += width;
      at += Character.charCount(point);
    }
    lines.add((begin == 0 ? "" : MORE) + line.substring(begin));
  }
}

package dev.belay.bench.report;

import java.util.ArrayList;
import java.util.List;

/** Figures as a Markdown table whose columns also line up on a terminal. */
public final class Table {
  private static final List<String> HEAD = List.of("Figure", "Behind it", "Target", "Measured", "");

  private Table() {}

  /** {@return the table, with a line break at its end} */
  public static String of(List<Figure> figures) {
    var rows = new ArrayList<List<String>>();
    rows.add(HEAD);
    for (var figure : figures) {
      rows.add(
          List.of(
              figure.name(),
              figure.detail(),
              figure.target(),
              figure.measured(),
              figure.verdict()));
    }
    var widths = new int[HEAD.size()];
    for (var row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    var text = new StringBuilder();
    for (int line = 0; line < rows.size(); line++) {
      append(text, rows.get(line), widths);
      if (line == 0) {
        for (int width : widths) {
          text.append('|').append("-".repeat(width + 2));
        }
        text.append("|\n");
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, List<String> row, int[] widths) {
    for (int column = 0; column < widths.length; column++) {
      var cell = row.get(column);
      text.append("| ").append(cell).append(" ".repeat(widths[column] - cell.length() + 1));
    }
    text.append("|\n");
  }
}

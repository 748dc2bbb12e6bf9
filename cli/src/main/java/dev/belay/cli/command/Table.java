package dev.belay.cli.command;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in aligned columns, each as wide as its cells; the last one is not padded. */
final class Table {
  /** Longest cell that widens its column; a longer one shifts only its own row. */
  private static final int WIDEST = 60;

  private final List<List<String>> rows = new ArrayList<>();

  void row(String... cells) {
    rows.add(List.of(cells));
  }

  String text() {
    var text = new StringBuilder();
    for (var row : rows) {
      var line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        var cell = row.get(column);
        line.append(cell);
        if (column < row.size() - 1) {
          line.repeat(' ', Math.max(0, width(column) - cell.length()) + 2);
        }
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> row.get(column).length())
        .filter(length -> length <= WIDEST)
        .max()
        .orElse(0);
  }
}

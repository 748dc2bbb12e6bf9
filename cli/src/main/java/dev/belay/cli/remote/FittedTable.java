package dev.belay.cli.remote;

import dev.belay.cli.display.Wrapped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Fits a table into the width of a screen: with the columns that tell most, and cells cut. */
final class FittedTable {
  private static final int GAP = 2;

  private FittedTable() {}

  /**
   * One column.
   *
   * @param enough the width that is enough: with less, cells are cut only where they are longer
   * @param most the width at which cells are cut, however much room there is
   * @param worth those with less get their room first
   * @param isKept whether it is there even if there is no room for it
   * @param isTelling false if it is left out, since its cells say nothing
   */
  record Column(
      String name,
      int enough,
      int most,
      int worth,
      boolean isKept,
      boolean isTelling,
      List<String> cells) {
    Column {
      cells = List.copyOf(cells);
    }

    private int wanted() {
      int widest = cells.stream().mapToInt(Wrapped::width).max().orElse(0);
      return Math.max(name.length(), Math.min(most, widest));
    }
  }

  /**
   * {@return the names of the columns, and the cells of each row}
   *
   * @param columns from left to right, all with as many cells
   * @param width how wide it may be; {@link Integer#MAX_VALUE} where nothing limits it
   */
  static List<List<String>> of(List<Column> columns, int width) {
    var telling = columns.stream().filter(Column::isTelling).toList();
    var widths = widths(telling, width);
    var shown = telling.stream().filter(widths::containsKey).toList();
    var rows = new ArrayList<List<String>>();
    rows.add(shown.stream().map(Column::name).toList());
    int count = columns.isEmpty() ? 0 : columns.getFirst().cells().size();
    for (int i = 0; i < count; i++) {
      int at = i;
      rows.add(
          shown.stream()
              .map(column -> Wrapped.brief(column.cells().get(at), widths.getOrDefault(column, 0)))
              .toList());
    }
    return rows;
  }

  private static Map<Column, Integer> widths(List<Column> columns, int width) {
    var byWorth = columns.stream().sorted(Comparator.comparingInt(Column::worth)).toList();
    var widths = new HashMap<Column, Integer>();
    int room = width;
    for (var column : byWorth) {
      int least = Math.min(column.wanted(), Math.max(column.name().length(), column.enough()));
      int cost = widths.isEmpty() ? least : least + GAP;
      if (cost <= room || column.isKept()) {
        widths.put(column, least);
        room = Math.max(0, room - cost);
      }
    }
    for (var column : byWorth) {
      var had = widths.get(column);
      if (had != null) {
        int more = Math.min(room, column.wanted() - had);
        widths.put(column, had + more);
        room -= more;
      }
    }
    return widths;
  }
}

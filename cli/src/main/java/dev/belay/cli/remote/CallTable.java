package dev.belay.cli.remote;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.CallRow.Seconds;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The table of {@code belay ps} and {@code belay watch}: a row for each call, with the columns for
 * which there is room, and that have something to tell.
 */
public final class CallTable {
  private static final int GAP = 2;

  /** Names and arguments are cut at this width, however much room there is. */
  private static final int WIDEST = 60;

  private CallTable() {}

  /** The columns, from left to right. */
  private enum Column {
    ID(WIDEST),
    TOOL(WIDEST),
    ARGUMENTS(16),
    UPSTREAM(30),
    CLIENT(20),
    PRINCIPAL(30),
    STATE(WIDEST),
    ELAPSED(WIDEST),
    BEAT(WIDEST),
    LIMITS(WIDEST),
    PROGRESS(20);

    /** Those that tell more come first, and get their room before the others. */
    private static final List<Column> BY_WORTH =
        List.of(
            ID, TOOL, STATE, ELAPSED, ARGUMENTS, BEAT, PROGRESS, UPSTREAM, CLIENT, LIMITS,
            PRINCIPAL);

    /** The width that is enough: with less, cells are cut only where they are longer still. */
    private final int enough;

    Column(int enough) {
      this.enough = enough;
    }

    /** {@return a cell on one line, whatever text a server or a client wrote} */
    private String cell(RemoteCall call) {
      return switch (this) {
        case ID -> CallRow.line(call.brief());
        case TOOL -> CallRow.line(call.tool());
        case ARGUMENTS -> call.arguments() == null ? "" : CallRow.line(call.arguments());
        case UPSTREAM -> call.upstream() == null ? "-" : CallRow.line(call.upstream());
        case CLIENT -> call.client() == null ? "" : CallRow.line(call.client());
        case PRINCIPAL -> CallRow.line(call.principal());
        case STATE ->
            call.held() == null ? CallRow.line(call.state()) : "held: " + CallRow.line(call.held());
        case ELAPSED -> Seconds.text(call.elapsed());
        case BEAT -> Seconds.text(call.beatAge());
        case LIMITS -> Seconds.limit(call.timeout()) + "/" + Seconds.limit(call.idleTimeout());
        case PROGRESS -> CallRow.progress(call);
      };
    }

    private boolean isAlwaysShown() {
      return this == ID || this == TOOL;
    }

    /** {@return whether it is left out where all of its cells are empty} */
    private boolean mayBeEmpty() {
      return this == ARGUMENTS || this == CLIENT;
    }

    /** The last column has nothing behind it that it could shift. */
    private int most() {
      return this == PROGRESS ? Integer.MAX_VALUE : WIDEST;
    }

    private int wanted(List<RemoteCall> calls) {
      int widest = calls.stream().mapToInt(call -> Wrapped.width(cell(call))).max().orElse(0);
      return widest == 0 && mayBeEmpty() ? 0 : Math.max(name().length(), Math.min(most(), widest));
    }
  }

  /**
   * {@return the names of the columns, and the cells of each call}
   *
   * @param columns how wide it may be; {@link Integer#MAX_VALUE} where nothing limits it
   */
  public static List<List<String>> of(List<RemoteCall> calls, int columns) {
    var widths = widths(calls, columns);
    var rows = new ArrayList<List<String>>();
    rows.add(widths.keySet().stream().map(Column::name).toList());
    for (var call : calls) {
      var row = new ArrayList<String>();
      widths.forEach((column, width) -> row.add(Wrapped.brief(column.cell(call), width)));
      rows.add(row);
    }
    return rows;
  }

  private static Map<Column, Integer> widths(List<RemoteCall> calls, int columns) {
    var widths = new EnumMap<Column, Integer>(Column.class);
    int room = columns;
    for (var column : Column.BY_WORTH) {
      int most = column.wanted(calls);
      int least = Math.min(most, Math.max(column.name().length(), column.enough));
      int cost = widths.isEmpty() ? least : least + GAP;
      if (most > 0 && (cost <= room || column.isAlwaysShown())) {
        widths.put(column, least);
        room = Math.max(0, room - cost);
      }
    }
    for (var column : Column.BY_WORTH) {
      var width = widths.get(column);
      if (width != null) {
        int more = Math.min(room, column.wanted(calls) - width);
        widths.put(column, width + more);
        room -= more;
      }
    }
    return widths;
  }
}

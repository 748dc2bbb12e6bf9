package dev.belay.cli.remote;

import dev.belay.cli.remote.CallRow.ColumnTime;
import java.util.Arrays;
import java.util.List;

/**
 * The table of {@code belay ps} and {@code belay watch}: a row for each call, with the columns for
 * which there is room, and that have something to tell.
 */
public final class CallTable {
  /** Names and arguments are cut at this width, however much room there is. */
  private static final int WIDEST = 60;

  private CallTable() {}

  /** The columns, from left to right. */
  private enum Column {
    ID(WIDEST),
    TOOL(22),
    ARGUMENTS(10),
    UPSTREAM(30),
    CLIENT(20),
    PRINCIPAL(30),
    STATE(WIDEST),
    ELAPSED(WIDEST),
    BEAT(WIDEST),
    LIMITS(WIDEST),
    PROGRESS(10);

    /** Those that tell more come first, and get their room before the others. */
    private static final List<Column> BY_WORTH =
        List.of(
            ID, TOOL, STATE, ELAPSED, BEAT, PROGRESS, ARGUMENTS, UPSTREAM, CLIENT, LIMITS,
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
        case STATE -> state(call);
        case ELAPSED -> ColumnTime.text(call.elapsed());
        case BEAT -> ColumnTime.text(call.beatAge());
        case LIMITS ->
            ColumnTime.limit(call.timeout()) + "/" + ColumnTime.limit(call.idleTimeout());
        case PROGRESS -> CallRow.progress(call);
      };
    }

    /** {@return whether the call waits, and for what, or what holds its idle clock} */
    private static String state(RemoteCall call) {
      var state = CallRow.line(call.state());
      var held = call.held() == null ? "" : CallRow.line(call.held());
      if (held.isEmpty()) {
        return state;
      }
      return (state.equals("running") ? "running, waits: " : "waits: ") + held;
    }

    private boolean isAlwaysShown() {
      return this == ID || this == TOOL;
    }

    /** {@return whether a cell tells something; what is not known yet does not} */
    private static boolean tells(String cell) {
      return !cell.isEmpty() && !cell.equals("-");
    }

    /**
     * {@return whether the column has something to tell} Of a file, which programs read, only those
     * are left out that older gateways do not have.
     */
    private boolean isTelling(List<String> cells, boolean isScreen) {
      return switch (this) {
        case ID, TOOL, STATE, ELAPSED -> true;
        case ARGUMENTS, CLIENT -> cells.stream().anyMatch(Column::tells);
        case UPSTREAM, PRINCIPAL, BEAT, LIMITS, PROGRESS ->
            !isScreen || cells.isEmpty() || cells.stream().anyMatch(Column::tells);
      };
    }

    private FittedTable.Column of(List<RemoteCall> calls, boolean isScreen) {
      var cells = calls.stream().map(this::cell).toList();
      return new FittedTable.Column(
          name(),
          enough,
          // The last column has nothing behind it that it could shift.
          this == PROGRESS ? Integer.MAX_VALUE : WIDEST,
          BY_WORTH.indexOf(this),
          isAlwaysShown(),
          isTelling(cells, isScreen),
          cells);
    }
  }

  /**
   * {@return the names of the columns, and the cells of each call}
   *
   * @param columns how wide it may be; {@link Integer#MAX_VALUE} where nothing limits it
   */
  public static List<List<String>> of(List<RemoteCall> calls, int columns) {
    boolean isScreen = columns != Integer.MAX_VALUE;
    return FittedTable.of(
        Arrays.stream(Column.values()).map(column -> column.of(calls, isScreen)).toList(), columns);
  }
}

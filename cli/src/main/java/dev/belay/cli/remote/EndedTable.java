package dev.belay.cli.remote;

import dev.belay.cli.remote.CallRow.ColumnTime;
import dev.belay.cli.remote.GatewayHistory.EndedCall;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** The table of calls that have ended, in {@code belay ps -a} and {@code belay watch}. */
public final class EndedTable {
  private EndedTable() {}

  /** The columns, from left to right. */
  private enum Column {
    ID(60),
    TOOL(60),
    ARGUMENTS(16),
    UPSTREAM(30),
    CLIENT(20),
    PRINCIPAL(30),
    OUTCOME(16),
    RAN(60),
    ENDED(60),
    WHY(20);

    private static final List<Column> BY_WORTH =
        List.of(ID, TOOL, OUTCOME, RAN, ENDED, ARGUMENTS, WHY, CLIENT, UPSTREAM, PRINCIPAL);

    private final int enough;

    Column(int enough) {
      this.enough = enough;
    }

    private String cell(EndedCall call, Instant now) {
      return switch (this) {
        case ID -> CallRow.line(RemoteCall.brief(call.id()));
        case TOOL -> CallRow.line(call.tool());
        case ARGUMENTS -> call.arguments() == null ? "" : CallRow.line(call.arguments());
        case UPSTREAM -> call.upstream() == null ? "-" : CallRow.line(call.upstream());
        case CLIENT -> call.client() == null ? "" : CallRow.line(call.client());
        case PRINCIPAL -> CallRow.line(call.principal());
        case OUTCOME -> CallRow.line(call.outcome());
        case RAN -> ColumnTime.text(call.ran());
        case ENDED -> ago(call.endedAt(), now);
        case WHY -> CallRow.line(why(call));
      };
    }

    private static String why(EndedCall call) {
      var detail = call.detail().equals(call.outcome()) ? "" : call.detail();
      return call.by().isEmpty() ? detail : detail + " by " + call.by();
    }

    private static String ago(String at, Instant now) {
      try {
        var age = Duration.between(Instant.parse(at), now);
        return ColumnTime.text(Math.max(0, age.toMillis() / 1e3)) + " ago";
      } catch (DateTimeException _) {
        return "-";
      }
    }

    private FittedTable.Column of(List<EndedCall> calls, Instant now) {
      var cells = calls.stream().map(call -> cell(call, now)).toList();
      boolean isTelling =
          this == ID
              || this == TOOL
              || this == OUTCOME
              || cells.stream().anyMatch(cell -> !cell.isEmpty() && !cell.equals("-"));
      return new FittedTable.Column(
          name(),
          enough,
          this == WHY ? Integer.MAX_VALUE : 60,
          BY_WORTH.indexOf(this),
          this == ID || this == TOOL,
          isTelling,
          cells);
    }
  }

  /**
   * {@return the names of the columns, and the cells of each call}
   *
   * @param now the time from which the ages of their ends count
   * @param columns how wide it may be; {@link Integer#MAX_VALUE} where nothing limits it
   */
  public static List<List<String>> of(List<EndedCall> calls, Instant now, int columns) {
    return FittedTable.of(
        Arrays.stream(Column.values()).map(column -> column.of(calls, now)).toList(), columns);
  }
}

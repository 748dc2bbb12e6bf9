package dev.belay.cli.turn;

import dev.belay.cli.display.EndLine.Ending;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.JsonFields;
import dev.belay.cli.shell.ExitCode;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a turn: the answer to {@code POST /api/turns}.
 *
 * @param abortDetail who or what aborted the turn; null if it was not aborted
 * @param json the whole answer as received
 */
@SuppressWarnings("ArrayRecordComponent") // Printed, never compared.
record TurnAnswer(List<Result> results, @Nullable String abortDetail, byte[] json) {
  /** The outcome of one call. */
  record Result(String id, String tool, String text, Ending how, Duration ran) {}

  /** {@return the answer in these bytes; null if they hold none} */
  static @Nullable TurnAnswer of(byte[] json) {
    var body = JsonFields.of(json);
    if (body.items("results") == null) {
      return null;
    }
    boolean isAborted = body.text("status").equals("aborted");
    return new TurnAnswer(
        body.list("results").stream().map(TurnAnswer::result).toList(),
        isAborted ? body.text("detail") : null,
        json);
  }

  private static Result result(JsonFields one) {
    var how =
        switch (one.text("outcome")) {
          case "timed out" -> Ending.TIMED_OUT;
          case "cancelled" -> Ending.CANCELLED;
          case String _ -> one.is("isError") ? Ending.FAILED : Ending.DONE;
        };
    return new Result(
        one.text("toolId"),
        one.text("toolName"),
        one.text("result"),
        how,
        Duration.ofMillis(one.count("durationMs")));
  }

  /** {@return the exit code of the command, unless Ctrl-C was pressed} */
  ExitCode exit() {
    if ("timeout".equals(abortDetail)
        || results.stream().anyMatch(one -> one.how() == Ending.TIMED_OUT)) {
      return ExitCode.TIMED_OUT;
    }
    boolean isFine =
        abortDetail == null && results.stream().allMatch(one -> one.how() == Ending.DONE);
    return isFine ? ExitCode.OK : ExitCode.ERROR;
  }

  /** {@return a heading and the text of each call, in the order requested} */
  String text() {
    var text = new StringBuilder();
    for (var one : results) {
      text.append(text.isEmpty() ? "" : "\n")
          .append("# ")
          .append(CallRow.line(one.tool() + " (" + one.id() + ")"))
          .append(
              switch (one.how()) {
                case DONE -> "";
                case FAILED -> ": failed";
                case TIMED_OUT -> ": timed out";
                case CANCELLED -> ": cancelled";
              })
          .append('\n')
          .append(one.text())
          .append(one.text().endsWith("\n") ? "" : "\n");
    }
    return text.toString();
  }
}

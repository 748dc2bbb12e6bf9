package dev.belay.cli.turn;

import dev.belay.cli.display.EndLine.Ending;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.shell.ExitCode;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of a turn: the answer to {@code POST /api/turns}.
 *
 * @param abortDetail who or what stopped it; null if nothing did
 * @param json all of it as it came
 */
@SuppressWarnings("ArrayRecordComponent") // Printed, never compared.
record TurnAnswer(List<Result> results, @Nullable String abortDetail, byte[] json) {
  /** What came of one call. */
  record Result(String id, String tool, String text, Ending how, Duration ran) {}

  /** {@return the answer in these bytes; null if they are none} */
  static @Nullable TurnAnswer of(byte[] json) {
    var body = JsonObject.of(json);
    var raw = body == null ? null : body.raw("results");
    var items = raw == null ? null : JsonArray.items(raw);
    if (body == null || items == null) {
      return null;
    }
    var results = new ArrayList<Result>();
    for (var item : items) {
      var one = JsonObject.of(item);
      if (one != null) {
        results.add(result(one));
      }
    }
    boolean isAborted = "aborted".equals(body.text("status"));
    return new TurnAnswer(results, isAborted ? said(body, "detail") : null, json);
  }

  private static Result result(JsonObject one) {
    var how =
        switch (said(one, "outcome")) {
          case "timed out" -> Ending.TIMED_OUT;
          case "cancelled" -> Ending.CANCELLED;
          case String _ -> one.isTrue("isError") ? Ending.FAILED : Ending.DONE;
        };
    var millis = one.raw("durationMs");
    return new Result(
        said(one, "toolId"),
        said(one, "toolName"),
        said(one, "result"),
        how,
        Duration.ofMillis(millis == null ? 0 : whole(millis)));
  }

  private static long whole(byte[] number) {
    var digits = new String(number, StandardCharsets.ISO_8859_1);
    return digits.matches("\\d{1,15}") ? Long.parseLong(digits) : 0;
  }

  private static String said(JsonObject object, String name) {
    var text = object.text(name);
    return text == null ? "" : text;
  }

  /** {@return how the command ends, where nobody pressed Ctrl-C} */
  ExitCode exit() {
    if ("timeout".equals(abortDetail)
        || results.stream().anyMatch(one -> one.how() == Ending.TIMED_OUT)) {
      return ExitCode.TIMED_OUT;
    }
    boolean isFine =
        abortDetail == null && results.stream().allMatch(one -> one.how() == Ending.DONE);
    return isFine ? ExitCode.OK : ExitCode.ERROR;
  }

  /** {@return a heading and the text of each call, in the order in which they were asked for} */
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

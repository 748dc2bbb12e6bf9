package dev.belay.tools.run;

import dev.belay.core.call.Limit;
import dev.belay.core.call.Outcome;
import dev.belay.core.cancel.Cause;
import dev.belay.tools.result.Content;
import dev.belay.tools.result.ToolResult;
import java.util.List;
import java.util.function.Function;
import tools.jackson.databind.node.JsonNodeFactory;

/** The result of a call that has none of its own, for each outcome (C1, C9). */
final class Endings {
  private Endings() {}

  /**
   * {@return what a model is told}
   *
   * @param lever what lifts a limit
   * @param partial what the call's programs had written when it was stopped; empty for nothing
   */
  static ToolResult of(Outcome outcome, Function<Limit, String> lever, String partial) {
    var text =
        switch (outcome) {
          case Outcome.Completed _ -> "";
          case Outcome.Failed failed -> failed.failure().message();
          case Outcome.Refused refused -> refused.reason();
          case Outcome.TimedOut timedOut -> timedOut(timedOut, lever) + partial;
          case Outcome.Cancelled(Cause cause, String by) -> cancelled(cause, by) + partial;
        };
    var meta = JsonNodeFactory.instance.objectNode();
    meta.putObject("dev.belay/outcome")
        .put("outcome", outcome.word())
        .put("detail", outcome.detail());
    return new ToolResult(List.of(new Content.Text(text)), /* isError= */ true, null, meta);
  }

  private static String timedOut(Outcome.TimedOut timedOut, Function<Limit, String> lever) {
    var text = new StringBuilder(timedOut.message());
    var last = timedOut.last();
    if (last != null && last.message() != null) {
      text.append(" Last progress: \"").append(last.message()).append("\", ");
      text.append(Math.floor(last.elapsed().toMillis() / 100.0) / 10).append("s after the start.");
    }
    text.append(" If the call needs longer, raise ").append(lever.apply(timedOut.limit()));
    return text.append(", or pass _meta.timeout (milliseconds).").toString();
  }

  private static String cancelled(Cause cause, String by) {
    return switch (cause) {
      case CLIENT, CLIENT_GONE -> "[CANCELLED] The client took the call back.";
      case USER -> "[CANCELLED] Call cancelled by user." + (by.isEmpty() ? "" : " (" + by + ")");
      case PARENT -> "[CANCELLED] What this call belonged to was cancelled.";
      case TURN_LIMIT -> "[CANCELLED] The turn used up its time.";
      case SHUTDOWN ->
          "[CANCELLED] " + (by.isEmpty() ? "Belay is shutting down." : by + " ended the server.");
    };
  }
}

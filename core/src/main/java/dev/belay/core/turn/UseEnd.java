package dev.belay.core.turn;

import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import org.jspecify.annotations.Nullable;

/** The texts and events at the end of a call requested by a model. */
final class UseEnd {
  private UseEnd() {}

  /**
   * {@return the model's view of an outcome}
   *
   * @param stopText the text for a call that was stopped
   * @param stopped the step at which stopping ended, if known
   */
  static ToolAnswer answer(
      ToolUse use, Outcome outcome, String stopText, @Nullable StopStep stopped) {
    return switch (outcome) {
      case Outcome.Completed completed -> read(use, completed);
      case Outcome.Failed(Failure failure) -> error(failure.message());
      case Outcome.Refused(_, var reason) -> error(reason);
      case Outcome.TimedOut timedOut ->
          error(ToolTimeoutError.of(use.tool().name(), timedOut).resultText(stopped));
      case Outcome.Cancelled _ -> error(stopText);
    };
  }

  private static ToolAnswer read(ToolUse use, Outcome.Completed how) {
    try {
      return use.tool().read(how.result());
    } catch (RuntimeException | Error e) {
      // Errors too: a call without a result would be awaited for ever.
      return error("The tool's result cannot be read: " + Failure.thrown(e).message());
    }
  }

  private static ToolAnswer error(String text) {
    return new ToolAnswer(text, text, /* isError= */ true);
  }

  /** {@return the event right before the result; null for none} */
  static @Nullable TurnEvent before(ToolUseResult result) {
    return switch (result.outcome()) {
      case Outcome.TimedOut how ->
          new TurnEvent.ToolTimedOut(
              result.id(), result.tool(), ToolTimeoutError.of(result.tool(), how));
      case Outcome.Cancelled _ ->
          new TurnEvent.ToolCancelled(result.id(), result.tool(), result.text());
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> null;
    };
  }

  /** {@return the text in place of the result of a call that was stopped alone (S1-103)} */
  static String aborted(Cause cause) {
    return switch (cause) {
      case USER -> "[CANCELLED] Tool call aborted by user.";
      case CLIENT, CLIENT_GONE -> "[CANCELLED] Tool call aborted because its client has gone.";
      case PARENT, TURN_LIMIT -> "[CANCELLED] Tool call aborted with what it belonged to.";
      case SHUTDOWN -> "[CANCELLED] Tool call aborted because Belay is ending.";
    };
  }
}

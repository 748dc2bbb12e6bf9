package dev.belay.core.turn;

import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import org.jspecify.annotations.Nullable;

/** What is said of the end of a call that a model asked for, in which order. */
final class UseEnd {
  private UseEnd() {}

  /**
   * {@return what the model reads of an outcome}
   *
   * @param stopText what it reads of a call that was stopped
   * @param stopped how far stopping it went, if that is known
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
      // Errors too: a call without a result would be waited for, for ever.
      return error("The tool's result cannot be read: " + Failure.thrown(e).message());
    }
  }

  private static ToolAnswer error(String text) {
    return new ToolAnswer(text, text, /* isError= */ true);
  }

  /** {@return what is told right before the result; null for nothing} */
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

  /** {@return what stands in place of the result of a call that was stopped alone (S1-103)} */
  static String aborted(Cause cause) {
    return switch (cause) {
      case USER -> "[CANCELLED] Tool call aborted by user.";
      case CLIENT, CLIENT_GONE -> "[CANCELLED] Tool call aborted because its client has gone.";
      case PARENT, TURN_LIMIT -> "[CANCELLED] Tool call aborted with what it belonged to.";
      case SHUTDOWN -> "[CANCELLED] Tool call aborted because Belay is ending.";
    };
  }
}

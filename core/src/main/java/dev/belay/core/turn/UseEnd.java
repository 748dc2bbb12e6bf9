package dev.belay.core.turn;

import dev.belay.core.call.Failure;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one call that a model asked for ended, before anybody thought about loops.
 *
 * @param seen what is compared with other calls; null for a call that says nothing of loops
 * @param before what is told before the result; null for nothing
 */
record UseEnd(ToolUseResult result, LoopDetector.@Nullable Seen seen, @Nullable TurnEvent before) {
  /**
   * Makes a result of an outcome.
   *
   * @param stopText what stands in its place if the call was stopped
   * @param stopped how far stopping it went, if that is known
   */
  static UseEnd of(
      ToolUse use, Outcome outcome, Duration ran, String stopText, @Nullable StopStep stopped) {
    return switch (outcome) {
      case Outcome.Completed completed -> completed(use, completed, ran);
      case Outcome.Failed(Failure failure) -> failed(use, outcome, failure.message(), ran);
      case Outcome.Refused(String _, String reason) -> failed(use, outcome, reason, ran);
      case Outcome.TimedOut timedOut -> timedOut(use, timedOut, ran, stopped);
      case Outcome.Cancelled cancelled -> cancelled(use, cancelled, ran, stopText);
    };
  }

  private static UseEnd completed(ToolUse use, Outcome.Completed how, Duration ran) {
    ToolAnswer answer;
    try {
      answer = use.tool().read(how.result());
    } catch (RuntimeException | Error e) {
      // Errors too: a call without a result would be waited for, for ever.
      var text = "The tool's result cannot be read: " + Failure.thrown(e).message();
      answer = new ToolAnswer(text, text, /* isError= */ true);
    }
    var text = answer.text();
    var result =
        new ToolUseResult(use.id(), use.tool().name(), how, text, text, answer.isError(), ran);
    return new UseEnd(result, seen(use, answer.fingerprint(), answer.isError()), null);
  }

  private static LoopDetector.Seen seen(ToolUse use, String answer, boolean isError) {
    return new LoopDetector.Seen(use.tool().name(), use.tool().fingerprint(), answer, isError);
  }

  private static UseEnd failed(ToolUse use, Outcome how, String text, Duration ran) {
    return new UseEnd(error(use, how, text, text, ran), seen(use, text, /* isError= */ true), null);
  }

  private static UseEnd timedOut(
      ToolUse use, Outcome.TimedOut how, Duration ran, @Nullable StopStep stopped) {
    var error = ToolTimeoutError.of(use.tool().name(), how);
    var text = error.resultText(stopped);
    return new UseEnd(
        error(use, how, text, error.summary(), ran),
        seen(use, text, /* isError= */ true),
        new TurnEvent.ToolTimedOut(use.id(), use.tool().name(), error));
  }

  private static UseEnd cancelled(
      ToolUse use, Outcome.Cancelled how, Duration ran, String stopText) {
    return new UseEnd(
        error(use, how, stopText, stopText, ran),
        null,
        new TurnEvent.ToolCancelled(use.id(), use.tool().name(), stopText));
  }

  private static ToolUseResult error(
      ToolUse use, Outcome how, String text, String summary, Duration ran) {
    return new ToolUseResult(
        use.id(), use.tool().name(), how, text, summary, /* isError= */ true, ran);
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

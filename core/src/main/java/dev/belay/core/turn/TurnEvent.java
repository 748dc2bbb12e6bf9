package dev.belay.core.turn;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One event of a turn, in the order in which all its readers see it. */
public sealed interface TurnEvent {
  /** The turn exists, and can be aborted by its id (S1-54). */
  record Started(TurnId turn, String agent, String session, @Nullable TurnId parent)
      implements TurnEvent {}

  /** A call runs: its wait for a lane is over. */
  record ToolStarted(String toolId, String tool) implements TurnEvent {}

  /** A call still runs (S1-64). Not a progress report, and renews no limit (C17). */
  record ToolProgress(String toolId, String tool, Duration elapsed) implements TurnEvent {}

  /** A limit has ended a call; its result follows (S1-66). */
  record ToolTimedOut(String toolId, String tool, ToolTimeoutError error) implements TurnEvent {}

  /** A call was stopped, or never begun; its result follows. */
  record ToolCancelled(String toolId, String tool, String text) implements TurnEvent {}

  /**
   * A call has ended (S1-60).
   *
   * @param text the text for the model, truncated to {@link #LONGEST} characters: events are kept
   *     for a while
   * @param length its full length
   */
  record ToolEnded(
      String toolId,
      String tool,
      String text,
      int length,
      String summary,
      boolean isError,
      Duration ran)
      implements TurnEvent {
    /** The greatest number of characters of a text. */
    public static final int LONGEST = 2_000;

    static ToolEnded of(ToolUseResult result) {
      return new ToolEnded(
          result.id(),
          result.tool(),
          cut(result.text()),
          result.text().length(),
          cut(result.summary()),
          result.isError(),
          result.ran());
    }

    private static String cut(String text) {
      if (text.length() <= LONGEST) {
        return text;
      }
      // Never splits a surrogate pair.
      int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
      return text.substring(0, end);
    }
  }

  /** {@return the approximate size in bytes} */
  default long weight() {
    return switch (this) {
      case Started(var turn, var agent, var session, var parent) ->
          ALONE
              + text(turn.text())
              + text(agent)
              + text(session)
              + text(parent == null ? null : parent.text());
      case ToolStarted(var id, var tool) -> ALONE + text(id) + text(tool);
      case ToolProgress progress -> ALONE + text(progress.toolId()) + text(progress.tool());
      case ToolTimedOut timedOut -> ALONE + text(timedOut.toolId()) + text(timedOut.tool());
      case ToolCancelled(var id, var tool, var text) -> ALONE + text(id) + text(tool) + text(text);
      case ToolEnded ended ->
          ALONE
              + text(ended.toolId())
              + text(ended.tool())
              + text(ended.text())
              + text(ended.summary());
      case Said(var text) -> ALONE + text(text);
      case Retried retried -> ALONE + text(retried.reason());
      case Troubled(var message) -> ALONE + text(message);
      case Completed _, Aborted _ -> ALONE;
    };
  }

  /** A piece of the model's text, as it is streamed. */
  record Said(String text) implements TurnEvent {}

  /**
   * The model failed, and is asked again after a pause.
   *
   * @param attempt the number of the next attempt
   * @param reason a sentence for people
   */
  record Retried(int attempt, Duration pause, String reason) implements TurnEvent {}

  /** An error of the turn itself; its end follows (S1-46). */
  record Troubled(String message) implements TurnEvent {}

  /** The turn has ended normally. */
  record Completed(int calls) implements TurnEvent {}

  /** The turn has ended by an abort (S1-67). */
  record Aborted(AbortReason reason) implements TurnEvent {}

  /** {@return whether this is the last event: there is exactly one such event in each turn} */
  default boolean isLast() {
    return switch (this) {
      case Completed _, Aborted _ -> true;
      case Started _,
          ToolStarted _,
          ToolProgress _,
          ToolTimedOut _,
          ToolCancelled _,
          ToolEnded _,
          Said _,
          Retried _,
          Troubled _ ->
          false;
    };
  }
}

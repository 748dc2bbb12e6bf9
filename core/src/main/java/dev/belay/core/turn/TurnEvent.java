package dev.belay.core.turn;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One thing that happened in one turn, in the order in which all its readers see it. */
public sealed interface TurnEvent {
  /** It exists, and can be aborted by its id (S1-54). */
  record Started(TurnId turn, String agent, String session, @Nullable TurnId parent)
      implements TurnEvent {}

  /** A call runs: it has waited for its lane. */
  record ToolStarted(String toolId, String tool) implements TurnEvent {}

  /** A call still runs (S1-64). Says nothing of progress, and renews no limit (C17). */
  record ToolProgress(String toolId, String tool, Duration elapsed) implements TurnEvent {}

  /** A limit has ended a call; its result follows (S1-66). */
  record ToolTimedOut(String toolId, String tool, ToolTimeoutError error) implements TurnEvent {}

  /** A call was stopped, or never begun; its result follows. */
  record ToolCancelled(String toolId, String tool, String text) implements TurnEvent {}

  /**
   * A call has ended (S1-60).
   *
   * @param text what the model reads, cut to {@link #LONGEST} characters: events are kept for a
   *     while
   * @param length how long it is in full
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
    /** Longer texts are cut. */
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
      // Half a character is none.
      int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
      return text.substring(0, end);
    }
  }

  /** {@return about how many bytes it takes} */
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
      case Troubled(var message) -> ALONE + text(message);
      case Completed _, Aborted _ -> ALONE;
    };
  }

  /** A piece of what the model says, as it says it. */
  record Said(String text) implements TurnEvent {}

  /** Something went wrong with the turn itself; its end follows (S1-46). */
  record Troubled(String message) implements TurnEvent {}

  /** It is over, and was not aborted. */
  record Completed(int calls) implements TurnEvent {}

  /** It is over, since somebody or something stopped it (S1-67). */
  record Aborted(AbortReason reason) implements TurnEvent {}

  /** {@return whether nothing comes after it: there is exactly one such event in each turn} */
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
          Troubled _ ->
          false;
    };
  }
}

package dev.belay.core.turn;

import dev.belay.core.call.Outcome;
import java.time.Duration;

/**
 * The result of one call requested by a model: exactly one per call.
 *
 * @param text the text for the model
 * @param summary a short form for observers; the text itself unless the call failed (C9)
 * @param ran the running time; zero if it never ran (S1-57, S1-59)
 */
public record ToolUseResult(
    String id,
    String tool,
    Outcome outcome,
    String text,
    String summary,
    boolean isError,
    Duration ran) {
  ToolUseResult with(LoopVerdict verdict) {
    if (verdict instanceof LoopVerdict.Fine) {
      return this;
    }
    return new ToolUseResult(
        id,
        tool,
        outcome,
        verdict.on(text),
        summary,
        isError || verdict instanceof LoopVerdict.Halt,
        ran);
  }
}

package dev.belay.core.turn;

import dev.belay.core.call.Outcome;
import java.time.Duration;

/**
 * What became of one call that a model asked for: there is exactly one for each.
 *
 * @param text what the model reads
 * @param summary the same in a few words for those who look on; the text itself where it is no
 *     failure of the call (C9)
 * @param ran how long it ran; zero where it never did (S1-57, S1-59)
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

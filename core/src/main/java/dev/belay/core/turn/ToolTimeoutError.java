package dev.belay.core.turn;

import dev.belay.core.call.Limit;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Seconds;
import dev.belay.core.call.StopStep;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A limit that ended a tool's call, as a value (S1-30, C9).
 *
 * @param timeoutMs the limit
 * @param elapsedMs the running time of the call
 */
public record ToolTimeoutError(String toolName, Limit kind, long timeoutMs, long elapsedMs) {
  static ToolTimeoutError of(String toolName, Outcome.TimedOut how) {
    return new ToolTimeoutError(
        toolName, how.limit(), how.allowed().toMillis(), how.elapsed().toMillis());
  }

  /** {@return the message of S1-30} */
  public String message() {
    return "Tool \"" + toolName + "\" timed out after " + seconds() + "s";
  }

  /**
   * {@return the sentence of S1-33 with the advice of S1-74, for a model}
   *
   * @param stopped the step at which stopping the call ended, if known
   */
  String resultText(@Nullable StopStep stopped) {
    return "[TIMEOUT] Tool \""
        + toolName
        + "\" did not respond within "
        + seconds()
        + "s. The operation may still be running in the background."
        + (stopped == StopStep.KILLED ? " Its processes were ended." : "")
        + " Before you try again: (a) check whether it completed all the same, for instance with ps"
        + " aux | grep and the name of its process, (b) ask for a shorter timeout if you only need"
        + " to know whether it answers, (c) split the work into smaller steps.";
  }

  /** {@return the short form of S1-58, for observers} */
  public String summary() {
    return "[TIMEOUT after " + seconds() + "s]";
  }

  /** {@return the log line of S1-34} */
  String logLine(String agent) {
    return "Tool timeout: " + toolName + " after " + timeoutMs + "ms [" + agent + "]";
  }

  /** Rounded, except where that would be 0 (C8). */
  private String seconds() {
    long rounded = Math.round(timeoutMs / 1000.0);
    return rounded == 0 ? Seconds.text(Duration.ofMillis(timeoutMs)) : Long.toString(rounded);
  }
}

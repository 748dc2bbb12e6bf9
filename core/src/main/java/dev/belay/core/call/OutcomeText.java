package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import dev.belay.core.name.OneLine;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Writes the text that a model reads for a call without a result of its own: one for each outcome
 * (C9).
 */
public final class OutcomeText {
  private OutcomeText() {}

  /** How a tool can show that it is not stuck. */
  public enum Reporting {
    /** It calls {@code heartbeat()}. */
    HEARTBEAT(""),
    /** Its server sends progress notifications. */
    NOTIFICATIONS(", which should send progress notifications during long work"),
    /** One or the other. */
    ANY(", which should report progress during long work");

    private final String advice;

    Reporting(String advice) {
      this.advice = advice;
    }
  }

  /**
   * The tool whose call ended.
   *
   * @param server null for a tool of this program
   */
  public record Whose(String tool, @Nullable String server, Reporting reporting) {
    private String text() {
      return ShortText.name(OneLine.of(tool))
          + (server == null ? "" : " of the server " + ShortText.name(OneLine.of(server)));
    }
  }

  /**
   * {@return the text for a model}
   *
   * @param whose the tool, which the text about a limit names
   * @param limits the limits of the tool, which name what lifts the one that ended the call
   * @param stopped the fate of the stopped work, as sentences; may be empty
   */
  public static String of(Outcome outcome, Whose whose, EffectiveLimits limits, String stopped) {
    return switch (outcome) {
      case Outcome.Completed _ -> "";
      case Outcome.Failed(Failure failure) -> failed(failure);
      case Outcome.Refused(String _, String reason) -> reason;
      case Outcome.TimedOut timedOut -> timedOut(timedOut, whose, limits, stopped);
      case Outcome.Cancelled cancelled -> of(cancelled);
    };
  }

  /** {@return the text for a model where its call was cancelled} */
  public static String of(Outcome.Cancelled cancelled) {
    return "[CANCELLED] " + cancelled(cancelled.cause(), cancelled.by());
  }

  private static String failed(Failure failure) {
    return switch (failure.kind()) {
      case UPSTREAM_CRASHED ->
          failure.message()
              + "\nThis call has no result. Call again if the tool is safe to repeat.";
      case OVERLOADED -> failure.message() + " Try again later, with fewer calls at once.";
      case TOOL, UPSTREAM_UNAVAILABLE, UPSTREAM_PROTOCOL, LEDGER -> failure.message();
    };
  }

  private static String timedOut(
      Outcome.TimedOut timedOut, Whose whose, EffectiveLimits limits, String stopped) {
    boolean isIdle = timedOut.limit() == Limit.IDLE;
    // heartbeat() is advice for those alone who can call it (S0-11).
    var first =
        isIdle && whose.reporting() != Reporting.HEARTBEAT
            ? Limit.silence(timedOut.allowed())
            : timedOut.message();
    var text = new StringBuilder(first).append(" The call was of ").append(whose.text());
    text.append(isIdle ? whose.reporting().advice : "").append('.');
    var last = timedOut.last();
    if (last != null && last.message() != null) {
      text.append(" Last progress: \"").append(last.message()).append("\", ");
      text.append(Seconds.text(rounded(last.elapsed()))).append("s after the start.");
    }
    if (!stopped.isEmpty()) {
      text.append(' ').append(stopped);
    }
    text.append(" If the call needs longer, raise ").append(limits.lever(timedOut));
    return text.append(", or make the task smaller.").toString();
  }

  private static Duration rounded(Duration duration) {
    return Duration.ofMillis(duration.toMillis() / 100 * 100);
  }

  private static String cancelled(Cause cause, String by) {
    return switch (cause) {
      case CLIENT, CLIENT_GONE -> "The client cancelled the call.";
      case USER -> "Call cancelled by user." + (by.isEmpty() ? "" : " (" + by + ")");
      case PARENT -> "The parent of this call was cancelled.";
      case TURN_LIMIT -> "The turn used up its time.";
      case SHUTDOWN -> by.isEmpty() ? "Belay is shutting down." : by + " ended the server.";
    };
  }
}

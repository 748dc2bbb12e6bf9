package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The one way a call ended. */
public sealed interface Outcome {
  /** The work gave a result. What the result says, success or error, is its dialect's business. */
  record Completed(Payload result) implements Outcome {}

  /** The work could not give a result. */
  record Failed(Failure failure) implements Outcome {}

  /**
   * A limit was reached.
   *
   * @param allowed the limit as it stood
   * @param elapsed how long the call had run
   * @param last the last heartbeat that said anything
   */
  record TimedOut(Limit limit, Duration allowed, Duration elapsed, @Nullable Heartbeat last)
      implements Outcome {
    /** {@return the sentence of S0-11 or S0-13} */
    public String message() {
      return limit.message(allowed);
    }
  }

  /**
   * Somebody stopped it.
   *
   * @param by who or what, as people read it
   */
  record Cancelled(Cause cause, String by) implements Outcome {
    /** Keeps no more of what a client gave as its reason than may be told of. */
    public Cancelled {
      by = ShortText.message(by);
    }
  }

  /**
   * It was not allowed to run.
   *
   * @param by the gate that said no
   * @param reason a sentence that a person and a model can act on
   */
  record Refused(String by, String reason) implements Outcome {
    /** Keeps no more of the reason than may be told of. */
    public Refused {
      reason = ShortText.message(reason);
    }
  }

  /** {@return the outcome's word: completed, failed, timed out, cancelled, refused} */
  default String word() {
    return switch (this) {
      case Completed _ -> "completed";
      case Failed _ -> "failed";
      case TimedOut _ -> "timed out";
      case Cancelled _ -> "cancelled";
      case Refused _ -> "refused";
    };
  }

  /** {@return the kind, limit, cause or gate within the outcome; empty for a completed call} */
  default String detail() {
    return switch (this) {
      case Completed _ -> "";
      case Failed(Failure failure) -> failure.kind().name();
      case TimedOut timedOut -> timedOut.limit().text();
      case Cancelled cancelled -> cancelled.cause().text();
      case Refused refused -> refused.by();
    };
  }
}

package dev.belay.core.call;

import dev.belay.core.cancel.Cause;
import dev.belay.core.name.ShortText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** How a call ended. */
public sealed interface Outcome {
  /** The {@link #detail} of a completed call whose result reports an error. */
  String ERROR = "error";

  /** The work returned a result, of a success or of an error. */
  record Completed(Payload result) implements Outcome {}

  /** The work could not return a result. */
  record Failed(Failure failure) implements Outcome {}

  /**
   * A limit was reached.
   *
   * @param allowed the limit in force
   * @param elapsed the running time of the call
   * @param last the last heartbeat that carried a message or a figure
   */
  record TimedOut(Limit limit, Duration allowed, Duration elapsed, @Nullable Heartbeat last)
      implements Outcome {
    /** {@return the sentence of S0-11 or S0-13} */
    public String message() {
      return limit.message(allowed);
    }
  }

  /**
   * The call was cancelled.
   *
   * @param by who or what cancelled it, for display
   */
  record Cancelled(Cause cause, String by) implements Outcome {
    /** Truncates a reason given by a client to the length that is kept. */
    public Cancelled {
      by = ShortText.message(by);
    }
  }

  /**
   * The call was not allowed to run.
   *
   * @param by the gate that refused it
   * @param reason a sentence that a person and a model can act on
   */
  record Refused(String by, String reason) implements Outcome {
    /** Truncates the reason to the length that is kept. */
    public Refused {
      reason = ShortText.message(reason);
    }
  }

  /** {@return the word for this outcome: completed, failed, timed out, cancelled, refused} */
  default String word() {
    return switch (this) {
      case Completed _ -> "completed";
      case Failed _ -> "failed";
      case TimedOut _ -> "timed out";
      case Cancelled _ -> "cancelled";
      case Refused _ -> "refused";
    };
  }

  /**
   * {@return the kind, limit, cause or gate within the outcome; of a completed call {@link #ERROR}
   * where its result reports one, else nothing}
   */
  default String detail() {
    return switch (this) {
      case Completed(Payload result) -> result.isError() ? ERROR : "";
      case Failed(Failure failure) -> failure.kind().name();
      case TimedOut timedOut -> timedOut.limit().text();
      case Cancelled cancelled -> cancelled.cause().text();
      case Refused refused -> refused.by();
    };
  }
}

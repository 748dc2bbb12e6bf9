package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One event of one call. Plain values only, so that any reader can keep or print it. */
public sealed interface CallEvent {
  /**
   * The version of these events; it changes when a reader of the old version would misread a new
   * event.
   */
  int VERSION = 1;

  /** {@return the approximate size in bytes} */
  default long weight() {
    return switch (this) {
      case Accepted _, Running _, HandedOff _, LateResult _ -> ALONE;
      case Waiting(String gate) -> ALONE + text(gate);
      case Beat beat -> ALONE + text(beat.message());
      case LimitsReplaced replaced -> ALONE + text(replaced.by());
      case Held(String reason) -> ALONE + text(reason);
      case Released(String reason) -> ALONE + text(reason);
      case Retrying retrying -> ALONE + text(retrying.reason());
      case Shared(String of) -> ALONE + text(of);
      case Settled settled ->
          ALONE + text(settled.outcome()) + text(settled.detail()) + text(settled.by());
      case Stopped(String step) -> ALONE + text(step);
    };
  }

  /** The call was accepted: it is listed and can be cancelled. */
  record Accepted() implements CallEvent {}

  /** The call waits at a gate. */
  record Waiting(String gate) implements CallEvent {}

  /** The call runs, and its limits count from here. */
  record Running(Duration timeout, Duration idleTimeout) implements CallEvent {}

  /** The call reported progress. Beats without a message or figure are not journaled. */
  record Beat(@Nullable String message, @Nullable Double done, @Nullable Double total)
      implements CallEvent {}

  /** The limits of the call were replaced while it ran. */
  record LimitsReplaced(Duration timeout, Duration idleTimeout, String by) implements CallEvent {}

  /** The idle clock of the call is held. */
  record Held(String reason) implements CallEvent {}

  /** A hold of the idle clock was released. */
  record Released(String reason) implements CallEvent {}

  /**
   * The call is retried, since its server failed.
   *
   * @param attempt the number of the new attempt; the first was 1
   * @param reason why the attempt before it failed
   * @param pause the pause before it begins
   */
  record Retrying(int attempt, String reason, Duration pause) implements CallEvent {}

  /**
   * The call takes the answer of another call instead of making a request.
   *
   * @param of the id of that call, which may still run
   */
  record Shared(String of) implements CallEvent {}

  /** The call outlives its request, as a job. */
  record HandedOff() implements CallEvent {}

  /**
   * The call ended.
   *
   * @param outcome completed, failed, timed out, cancelled or refused
   * @param detail the kind, limit, cause or gate within the outcome, or that the result reports an
   *     error; may be empty
   * @param by who cancelled it, for display; may be empty
   * @param waited from acceptance until it ran, or until it ended if it never did
   * @param ran from running until it ended
   */
  record Settled(String outcome, String detail, String by, Duration waited, Duration ran)
      implements CallEvent {}

  /** The remaining work of the call was dealt with, by this step of the escalation. */
  record Stopped(String step) implements CallEvent {}

  /** A result arrived after the call was settled, and was dropped. */
  record LateResult() implements CallEvent {}
}

package dev.belay.core.journal;

import static dev.belay.core.journal.Weights.ALONE;
import static dev.belay.core.journal.Weights.text;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that happened to one call. Plain values only, so that any reader can keep or print it.
 */
public sealed interface CallEvent {
  /** The version of these events; it changes when a reader of old ones would misread a new one. */
  int VERSION = 1;

  /** {@return about how many bytes it takes} */
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

  /** It exists, is listed and can be cancelled. */
  record Accepted() implements CallEvent {}

  /** It waits at a gate. */
  record Waiting(String gate) implements CallEvent {}

  /** It runs, and its limits count from here. */
  record Running(Duration timeout, Duration idleTimeout) implements CallEvent {}

  /** It reported progress. Beats without a message are not journaled. */
  record Beat(@Nullable String message, @Nullable Double done, @Nullable Double total)
      implements CallEvent {}

  /** Its limits were replaced while it ran. */
  record LimitsReplaced(Duration timeout, Duration idleTimeout, String by) implements CallEvent {}

  /** Its idle clock stands still. */
  record Held(String reason) implements CallEvent {}

  /** Its idle clock goes on. */
  record Released(String reason) implements CallEvent {}

  /**
   * It is made once more, since its server failed.
   *
   * @param attempt which one that is; the first was 1
   * @param reason why the one before did not do
   * @param pause before it begins
   */
  record Retrying(int attempt, String reason, Duration pause) implements CallEvent {}

  /**
   * It takes the answer of another call, and asks nobody.
   *
   * @param of the id of that call, which may still run
   */
  record Shared(String of) implements CallEvent {}

  /** It outlives the request that began it, as a job. */
  record HandedOff() implements CallEvent {}

  /**
   * It ended.
   *
   * @param outcome completed, failed, timed out, cancelled or refused
   * @param detail the kind, limit, cause or gate within the outcome; may be empty
   * @param by who cancelled it, as people read it; may be empty
   * @param waited from accepted until it ran, or until it ended where it never did
   * @param ran from running until it ended
   */
  record Settled(String outcome, String detail, String by, Duration waited, Duration ran)
      implements CallEvent {}

  /** What it had started is dealt with, by this step of the ladder. */
  record Stopped(String step) implements CallEvent {}

  /** It produced a result after it had been settled; the result was dropped. */
  record LateResult() implements CallEvent {}
}

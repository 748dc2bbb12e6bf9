package dev.belay.agent.model.script;

import dev.belay.agent.model.ModelTrouble;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a step does once it has said its words. */
sealed interface StepEnd {
  /** The message is whole. */
  record Done() implements StepEnd {}

  /** Nothing more comes, until somebody stops it. */
  record Hang() implements StepEnd {}

  /**
   * There is no message.
   *
   * @param retryAfter how long it asks to wait; null for nothing
   */
  record Fail(ModelTrouble trouble, @Nullable Duration retryAfter) implements StepEnd {}
}

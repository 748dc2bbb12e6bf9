package dev.belay.agent.model;

import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A model was asked, and there is no message that can be used. */
public final class ModelException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final ModelTrouble trouble;
  private final @Nullable Duration retryAfter;

  /**
   * Says what went wrong.
   *
   * @param message a sentence that a person can act on, without secrets
   * @param retryAfter how long the provider asks to wait; null where it says nothing
   */
  public ModelException(ModelTrouble trouble, String message, @Nullable Duration retryAfter) {
    super(message);
    this.trouble = trouble;
    this.retryAfter = retryAfter;
  }

  /** Says what went wrong. */
  public ModelException(ModelTrouble trouble, String message) {
    this(trouble, message, null);
  }

  /** {@return of which kind it is} */
  public ModelTrouble trouble() {
    return trouble;
  }

  /** {@return the sentence} */
  public String why() {
    return Objects.requireNonNull(getMessage());
  }

  /** {@return how long the provider asks to wait, if it does} */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }
}

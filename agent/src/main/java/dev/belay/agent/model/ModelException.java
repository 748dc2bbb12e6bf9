package dev.belay.agent.model;

import java.io.Serial;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Thrown when a model gives no usable message. */
public final class ModelException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  private final ModelTrouble trouble;
  private final @Nullable Duration retryAfter;

  /**
   * Creates an exception.
   *
   * @param message a sentence that a person can act on, without secrets
   * @param retryAfter the wait that the provider asks for; null if none
   */
  public ModelException(ModelTrouble trouble, String message, @Nullable Duration retryAfter) {
    super(message);
    this.trouble = trouble;
    this.retryAfter = retryAfter;
  }

  /** Creates an exception without a requested wait. */
  public ModelException(ModelTrouble trouble, String message) {
    this(trouble, message, null);
  }

  /** {@return the kind of failure} */
  public ModelTrouble trouble() {
    return trouble;
  }

  /** {@return the message, never null} */
  public String why() {
    return Objects.requireNonNull(getMessage());
  }

  /** {@return the wait that the provider asks for, if any} */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** Kinds of model failure. */
  public enum ModelTrouble {
    /** The provider rejects the request: a wrong key, an unknown model, an invalid message. */
    REFUSED,
    /** Too many requests (HTTP 429). */
    RATE_LIMITED,
    /** The provider is overloaded (HTTP 503, 529). */
    OVERLOADED,
    /** The provider failed (other HTTP 5xx), or cannot be reached. */
    FAILED,
    /** The stream ended early or was malformed. */
    BROKEN,
    /** The provider sent nothing for longer than the idle limit. */
    SILENT,
    /** The request was stopped. */
    STOPPED;

    /** {@return whether a retry may help} */
    public boolean mayPass() {
      return switch (this) {
        case RATE_LIMITED, OVERLOADED, FAILED, BROKEN, SILENT -> true;
        case REFUSED, STOPPED -> false;
      };
    }
  }
}

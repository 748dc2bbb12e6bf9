package dev.belay.core.call;

/** Thrown by work to fail its call with a kind that callers can distinguish. */
public final class FailedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Failure failure;

  /** Ends the call with {@code failure}. */
  public FailedException(Failure failure) {
    super(failure.message());
    this.failure = failure;
  }

  /** Ends the call with a failure of {@code kind}. */
  public FailedException(Failure.Kind kind, String message) {
    this(new Failure(kind, message));
  }

  /** {@return the failure} */
  public Failure failure() {
    return failure;
  }
}

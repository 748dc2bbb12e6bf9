package dev.belay.core.cancel;

/** Thrown into work that goes on although it was cancelled, timed out or already answered. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Says in {@code message} what stopped the work. */
  public StoppedException(String message) {
    super(message);
  }
}

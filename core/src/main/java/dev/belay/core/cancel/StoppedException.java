package dev.belay.core.cancel;

/** Thrown into work that continues although it was cancelled, timed out or already answered. */
public final class StoppedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message states what stopped the work. */
  public StoppedException(String message) {
    super(message);
  }
}

package dev.belay.tools.declare;

/** Thrown when a parameter has no source; the message says what to change. */
final class UnfillableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnfillableException(String message) {
    super(message);
  }
}

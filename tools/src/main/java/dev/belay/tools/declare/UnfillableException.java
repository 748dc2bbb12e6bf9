package dev.belay.tools.declare;

/** A parameter has nowhere to come from; the message says what to do. */
final class UnfillableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnfillableException(String message) {
    super(message);
  }
}

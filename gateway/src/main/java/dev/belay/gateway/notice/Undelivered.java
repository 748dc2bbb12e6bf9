package dev.belay.gateway.notice;

/** Thrown if a notice did not reach its recipient; the message says why, without secrets. */
final class Undelivered extends Exception {
  private static final long serialVersionUID = 1L;

  /** Whether another attempt may succeed. */
  private final boolean isPassing;

  Undelivered(String message, boolean isPassing) {
    super(message);
    this.isPassing = isPassing;
  }

  boolean isPassing() {
    return isPassing;
  }
}

package dev.belay.tools.result;

/**
 * Thrown when a tool's return value cannot become a result; the message says what to return
 * instead.
 */
public final class UnusableResultException extends Exception {
  private static final long serialVersionUID = 1L;

  UnusableResultException(String message) {
    super(message);
  }

  UnusableResultException(String message, Throwable cause) {
    super(message, cause);
  }
}

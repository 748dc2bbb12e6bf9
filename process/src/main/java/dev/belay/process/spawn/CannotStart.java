package dev.belay.process.spawn;

/**
 * Thrown if a child could not be started; the message is a sentence for a person that contains the
 * command.
 */
public final class CannotStart extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates one that tells a person {@code message}. */
  public CannotStart(String message) {
    super(message);
  }

  CannotStart(String message, Throwable cause) {
    super(message, cause);
  }
}

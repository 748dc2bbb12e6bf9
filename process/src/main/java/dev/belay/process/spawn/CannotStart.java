package dev.belay.process.spawn;

/** A child was not started; the message is a sentence for a person, with the command in it. */
public final class CannotStart extends Exception {
  private static final long serialVersionUID = 1L;

  CannotStart(String message) {
    super(message);
  }

  CannotStart(String message, Throwable cause) {
    super(message, cause);
  }
}

package dev.belay.tools.bind;

/**
 * Thrown when JSON cannot represent a parameter, a component or a method; the message says what to
 * change.
 *
 * <p>Thrown while tools are declared, never during a call.
 */
public final class UnbindableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnbindableException(String message) {
    super(message);
  }

  /** {@return the same problem within {@code what}} */
  UnbindableException in(String what) {
    return new UnbindableException(what + ": " + getMessage());
  }
}

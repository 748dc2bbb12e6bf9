package dev.belay.tools.bind;

/**
 * A parameter, a component or a method that no JSON can reach; the message says what to do.
 *
 * <p>Comes when tools are declared, never in a call.
 */
public final class UnbindableException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  UnbindableException(String message) {
    super(message);
  }

  /** {@return the same, within something} */
  UnbindableException in(String what) {
    return new UnbindableException(what + ": " + getMessage());
  }
}

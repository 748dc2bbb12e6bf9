package dev.belay.gateway.translate;

/** A server's result that its method does not allow, so that nobody can act on it. */
public final class InvalidResult extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidResult(String what) {
    // No stack trace: a peer decides how often this is thrown.
    super("The server's result is invalid: " + what + ".", null, false, false);
  }
}

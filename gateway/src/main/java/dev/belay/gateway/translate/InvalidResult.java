package dev.belay.gateway.translate;

/** Thrown if a server's result violates its method, so that no client could act on it. */
public final class InvalidResult extends Exception {
  private static final long serialVersionUID = 1L;

  InvalidResult(String what) {
    // No stack trace: peers decide how often this is thrown.
    super("The server's result is invalid: " + what + ".", null, false, false);
  }
}

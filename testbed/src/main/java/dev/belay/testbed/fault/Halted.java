package dev.belay.testbed.fault;

/** Ends a thread of a server that has ended while the JVM goes on. */
final class Halted extends RuntimeException {
  private static final long serialVersionUID = 1;

  Halted() {
    super("the server has ended", null, false, false);
  }
}

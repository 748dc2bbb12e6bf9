package dev.belay.mcp.envelope;

/**
 * Thrown for bytes that are not one JSON value in strict UTF-8; the message states the fault and
 * its position.
 */
public final class NotJson extends Exception {
  private static final long serialVersionUID = 1L;

  private final int offset;

  NotJson(String what, int offset) {
    // No stack trace: a peer decides how often this is thrown.
    super(what + " at byte " + offset, null, false, false);
    this.offset = offset;
  }

  /** {@return the position of the fault, in bytes from the start} */
  public int offset() {
    return offset;
  }
}

package dev.belay.mcp.envelope;

/** Bytes that are not one JSON value in strict UTF-8; the message says what was wrong and where. */
public final class NotJson extends Exception {
  private static final long serialVersionUID = 1L;

  private final int offset;

  NotJson(String what, int offset) {
    // No stack trace: a peer decides how often this is thrown.
    super(what + " at byte " + offset, null, false, false);
    this.offset = offset;
  }

  /** {@return where it stops being JSON, in bytes from the start} */
  public int offset() {
    return offset;
  }
}

package dev.belay.cli.clients;

/** Thrown for a text that is not read to its end; the message names the line and what is there. */
public final class NotUnderstood extends Exception {
  private static final long serialVersionUID = 1L;

  NotUnderstood(int line, String what) {
    super("line " + line + ": " + what);
  }

  NotUnderstood(String what) {
    super(what);
  }

  /** {@return the message, never null} */
  public String text() {
    return String.valueOf(getMessage());
  }
}

package dev.belay.cli.shell;

/** Thrown when a person ends a wait with Ctrl-C. */
public final class Interrupted extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates the exception. */
  public Interrupted() {
    super("interrupted");
  }
}

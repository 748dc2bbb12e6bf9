package dev.belay.cli.shell;

/** Thrown where a person pressed Ctrl-C instead of waiting on. */
public final class Interrupted extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says no more than that. */
  public Interrupted() {
    super("interrupted");
  }
}

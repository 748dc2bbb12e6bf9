package dev.belay.cli.shell;

/** Thrown for a command line that cannot be understood. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong, and what would be right. */
  public UsageException(String message) {
    super(message);
  }
}

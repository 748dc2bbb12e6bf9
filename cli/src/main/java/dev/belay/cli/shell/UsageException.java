package dev.belay.cli.shell;

/** Thrown for an invalid command line. */
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1L;

  /** Creates an exception whose message says what is wrong and how to correct it. */
  public UsageException(String message) {
    super(message);
  }
}

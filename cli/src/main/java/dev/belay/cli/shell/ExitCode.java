package dev.belay.cli.shell;

/** What belay tells its shell at the end. */
public enum ExitCode {
  /** It did what was asked. */
  OK(0),
  /** It failed, or the tool said that it did. */
  ERROR(1),
  /** The command line or the configuration cannot be understood. */
  USAGE(2),
  /** A load test ran to its end, and requests of it failed (S4-23, S4-25). */
  REQUEST_ERRORS(2),
  /** A limit ended the call, as with {@code timeout(1)}. */
  TIMED_OUT(124),
  /** Ctrl-C: 128 and the number of the signal. */
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** {@return the number that the shell sees} */
  public int number() {
    return number;
  }
}

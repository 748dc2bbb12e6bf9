package dev.belay.cli.shell;

/** Exit codes of belay. */
public enum ExitCode {
  /** Success. */
  OK(0),
  /** Failure of the command or of the tool. */
  ERROR(1),
  /** An invalid command line or configuration. */
  USAGE(2),
  /** A completed load test with failed requests (S4-23, S4-25). */
  REQUEST_ERRORS(2),
  /** A limit ended the call, as with {@code timeout(1)}. */
  TIMED_OUT(124),
  /** Ctrl-C: 128 and the number of the signal. */
  INTERRUPTED(130);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  /** {@return the number of the exit code} */
  public int number() {
    return number;
  }
}

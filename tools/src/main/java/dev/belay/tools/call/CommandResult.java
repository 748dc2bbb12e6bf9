package dev.belay.tools.call;

/**
 * How a program ended.
 *
 * @param exitCode 128 + n after signal n, as shells say it
 * @param output what it wrote; what was too much is left out in the middle, and that is said there
 * @param errors what it wrote to its standard error, likewise
 * @param isTimedOut whether its tree was ended at the command's own limit
 */
public record CommandResult(int exitCode, String output, String errors, boolean isTimedOut) {
  /** {@return whether it ended by itself with exit code 0} */
  public boolean isSuccess() {
    return exitCode == 0 && !isTimedOut;
  }

  /**
   * {@return this}
   *
   * @throws CommandFailedException if it did not succeed; says what it had written
   */
  public CommandResult orThrow() throws CommandFailedException {
    if (!isSuccess()) {
      throw new CommandFailedException(this);
    }
    return this;
  }
}

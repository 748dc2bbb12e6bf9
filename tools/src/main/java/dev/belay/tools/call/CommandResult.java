package dev.belay.tools.call;

/**
 * How a program ended.
 *
 * @param exitCode 128 + n after signal n, as in shells
 * @param output its standard output; a notice stands for a middle that was left out
 * @param errors its standard error, likewise
 * @param isTimedOut whether its process tree was ended at the command's own limit
 */
public record CommandResult(int exitCode, String output, String errors, boolean isTimedOut) {
  /** {@return whether it exited with code 0 by itself} */
  public boolean isSuccess() {
    return exitCode == 0 && !isTimedOut;
  }

  /**
   * {@return this}
   *
   * @throws CommandFailedException if it did not succeed; the message includes its output
   */
  public CommandResult orThrow() throws CommandFailedException {
    if (!isSuccess()) {
      throw new CommandFailedException(this);
    }
    return this;
  }
}

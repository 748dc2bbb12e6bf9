package dev.belay.tools.call;

/**
 * How a program ended.
 *
 * @param exitCode 128 + n after signal n, as shells say it
 * @param output what it wrote; what was too much is left out in the middle, and that is said there
 * @param errors what it wrote to its standard error, likewise
 */
public record CommandResult(int exitCode, String output, String errors) {
  /** {@return whether its exit code is 0} */
  public boolean isSuccess() {
    return exitCode == 0;
  }

  /**
   * {@return this}
   *
   * @throws CommandFailedException if its exit code is not 0; says what it had written
   */
  public CommandResult orThrow() throws CommandFailedException {
    if (!isSuccess()) {
      throw new CommandFailedException(this);
    }
    return this;
  }
}

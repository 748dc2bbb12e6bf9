package dev.belay.tools.call;

import java.io.IOException;

/**
 * Runs other programs within a call.
 *
 * <p>Each has its own process tree, which ends with the call, whatever it forks: TERM, a grace,
 * KILL. Each line of output is a heartbeat. If the call is stopped, its error includes the output
 * so far (S1-81, S1-102).
 */
public interface Commands {
  /**
   * Runs a program to its end.
   *
   * @throws IOException if it cannot be started; the message names it and the reason
   * @throws InterruptedException if the call is stopped; the ending of its process tree has begun
   *     by then
   */
  CommandResult exec(Command command) throws IOException, InterruptedException;

  /**
   * Runs a program, given by its name and its arguments, to its end, without a shell.
   *
   * @throws IOException if it cannot be started; the message names it and the reason
   * @throws InterruptedException if the call is stopped; the ending of its process tree has begun
   *     by then
   */
  default CommandResult exec(String... words) throws IOException, InterruptedException {
    return exec(Command.of(words));
  }
}

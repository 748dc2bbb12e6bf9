package dev.belay.tools.call;

import java.io.IOException;

/**
 * Running other programs within a call.
 *
 * <p>Each has a process tree of its own, which ends with the call, whatever it forks: TERM, a
 * grace, KILL. Each line that it writes is a heartbeat. If the call is stopped meanwhile, what it
 * had written by then is in the call's error (S1-81, S1-102).
 */
public interface Commands {
  /**
   * Runs a program to its end.
   *
   * @throws IOException if it cannot be started; the message names it and the reason
   * @throws InterruptedException when the call is stopped: by then its tree is being ended
   */
  CommandResult exec(Command command) throws IOException, InterruptedException;

  /**
   * Runs a program, by its name and its arguments, to its end. No shell is between.
   *
   * @throws IOException if it cannot be started; the message names it and the reason
   * @throws InterruptedException when the call is stopped: by then its tree is being ended
   */
  default CommandResult exec(String... words) throws IOException, InterruptedException {
    return exec(Command.of(words));
  }
}

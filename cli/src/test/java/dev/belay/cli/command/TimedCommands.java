package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.util.List;

/** Commands whose waits go by a clock of the test. */
public final class TimedCommands {
  private TimedCommands() {}

  /** Runs {@code belay logs}. */
  public static ExitCode logs(Time time, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    return Subcommands.run(new LogsCommand(time), args, shell);
  }
}

package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Commands that take more than words: a clock, or the folder that they begin in. */
public final class PlacedCommands {
  private PlacedCommands() {}

  /** Runs {@code belay logs}. */
  public static ExitCode logs(Time time, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    return Subcommands.run(new LogsCommand(time), args, shell);
  }

  /** Runs {@code belay doctor} in a folder. */
  public static ExitCode doctor(Path here, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    return Subcommands.run(new DoctorCommand(here, Time.system()), args, shell);
  }

  /** Runs {@code belay import} in a folder. */
  public static ExitCode importing(Path here, List<String> args, Shell shell)
      throws IOException, InterruptedException {
    return Subcommands.run(new ImportCommand(here), args, shell);
  }
}

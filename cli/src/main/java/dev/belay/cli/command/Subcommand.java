package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** A subcommand: its options and its action. */
sealed interface Subcommand
    permits CallCommand,
        ToolsCommand,
        AcceptCommand,
        ConfigCommand,
        ServeCommand,
        PsCommand,
        CancelCommand,
        JobsCommand,
        ApprovalsCommand,
        JobCommand,
        HealthCommand,
        LogsCommand,
        ImportCommand,
        DoctorCommand,
        TokenCommand,
        WatchCommand,
        ConsoleCommand,
        TurnCommand,
        ChatCommand,
        ProbeCommand,
        SweepCommand {
  /** {@return its options, parameters and help} */
  CommandSpec spec();

  /** {@return whether the command of a server may stand after {@code --}} */
  default boolean takesServer() {
    return false;
  }

  /**
   * Runs the subcommand.
   *
   * @param server the words after {@code --}; empty if there are none, or if it takes none
   */
  ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException;
}

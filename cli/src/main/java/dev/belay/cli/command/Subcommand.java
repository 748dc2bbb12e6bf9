package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** One subcommand: what can be said to it, and what it does. */
sealed interface Subcommand
    permits CallCommand,
        ToolsCommand,
        AcceptCommand,
        ConfigCommand,
        ServeCommand,
        PsCommand,
        CancelCommand,
        HealthCommand,
        WatchCommand,
        TurnCommand,
        ChatCommand,
        ProbeCommand,
        SweepCommand {
  /** {@return its options, parameters and help} */
  CommandSpec spec();

  /**
   * Does what was said.
   *
   * @param server the words after {@code --}; empty without
   */
  ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException;
}

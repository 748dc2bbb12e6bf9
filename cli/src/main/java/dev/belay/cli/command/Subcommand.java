package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;

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
  /**
   * Does what was said.
   *
   * @param server the words after {@code --}; empty without
   */
  ExitCode run(Said said, List<String> server, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException;
}

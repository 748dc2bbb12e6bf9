package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.watch.Watching;
import java.io.IOException;
import java.util.List;

/** {@code belay watch}: a gateway on a whole screen, with a key to cancel. */
final class WatchCommand implements Subcommand {
  @Override
  public ExitCode run(Said said, List<String> server, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      // Before the screen is taken, so that a wrong address or token is said where it stays.
      var _ = gateway.calls();
      if (!Watching.run(gateway, shell.onStop())) {
        shell.say("belay: watch needs a terminal. Without one: belay ps --watch");
        return ExitCode.ERROR;
      }
      return ExitCode.OK;
    }
  }
}

package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.cli.watch.Watching;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay watch}: shows a gateway on the whole screen, with a key to cancel calls. */
final class WatchCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("watch");
    spec.usageMessage()
        .customSynopsis("belay watch [--url URL]")
        .description(
            "",
            "Shows a running belay serve on the whole screen: its servers, what runs and how fast",
            "requests are answered. The arrow keys choose a call, c cancels it, a shows the calls"
                + " that",
            "wait for a person's yes or no and takes it, as belay approvals -i does, h shows the"
                + " calls",
            "that ended, and q quits.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 there is no terminal or the gateway could not be asked, 2 usage.",
            "",
            "Examples:",
            "  belay watch",
            "  belay watch --url http://127.0.0.1:3002");
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      // Asked before the screen is taken, so that a wrong address or token is reported where it
      // stays.
      var _ = gateway.calls();
      if (!Watching.run(gateway, shell.onStop(), shell::say)) {
        shell.say("belay: watch needs a terminal. Without one: belay ps --watch");
        return ExitCode.ERROR;
      }
      return ExitCode.OK;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }
}

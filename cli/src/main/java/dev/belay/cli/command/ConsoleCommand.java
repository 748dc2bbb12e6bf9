package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay console}: prints a link that signs its owner in at the console of a gateway. */
final class ConsoleCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("console");
    spec.usageMessage()
        .customSynopsis("belay console [--url URL]")
        .description(
            "",
            "Prints a link to the console of a running belay serve: pages that show every call,",
            "stop it, and let you decide on those that wait for you. The link signs you in; it",
            "works once, within a minute.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 the gateway could not be asked, 2 usage.",
            "",
            "Examples:",
            "  belay console",
            "  xdg-open \"$(belay console)\"",
            "  belay console --url http://127.0.0.1:4002");
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      shell.print(gateway.consoleLink() + "\n");
      return ExitCode.OK;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }
}

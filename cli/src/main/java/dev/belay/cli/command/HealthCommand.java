package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay health}: shows whether a gateway is ready, and the state of its servers. */
final class HealthCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("health");
    spec.usageMessage()
        .customSynopsis("belay health [--json] [--url URL]")
        .description(
            "",
            "Shows whether a running belay serve is ready, and the state of every server behind"
                + " it,",
            "with advice on what is wrong: too few workers, processes left behind or retiring,",
            "ignored stops, changed tools.")
        .footer(
            "",
            "Exit codes: 0 it is ready, 1 it is not, or could not be asked, 2 usage.",
            "",
            "Examples:",
            "  belay health",
            "  until belay health; do sleep 1; done",
            "  belay health --json | jq '.upstreams[] | select(.state != \"up\")'");
    spec.addOption(ServerSpec.flag("--json", "print what GET /health says"));
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var answer = gateway.health();
      var page = HealthPage.of(answer);
      var text =
          said.hasMatchedOption("--json")
              ? new String(answer.body(), StandardCharsets.UTF_8) + "\n"
              : text(page);
      shell.print(text);
      return page.isReady() ? ExitCode.OK : ExitCode.ERROR;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static String text(HealthPage page) {
    var table = new Table();
    HealthPage.table(page.upstreams()).forEach(row -> table.row(row.toArray(String[]::new)));
    return String.join("\n", page.summary()) + "\n\n" + table.text();
  }
}

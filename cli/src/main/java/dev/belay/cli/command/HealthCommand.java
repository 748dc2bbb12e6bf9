package dev.belay.cli.command;

import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.HealthPage;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** {@code belay health}: whether a gateway can serve, and how every server behind it does. */
final class HealthCommand implements Subcommand {
  @Override
  public ExitCode run(Said said, List<String> server, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var answer = gateway.health();
      var page = HealthPage.of(answer);
      var text =
          said.has("--json")
              ? new String(answer.body(), StandardCharsets.UTF_8) + "\n"
              : text(page);
      shell.print(text);
      return page.isReady() ? ExitCode.OK : ExitCode.ERROR;
    }
  }

  private static String text(HealthPage page) {
    var table = new Table();
    table.row(HealthPage.HEADING.toArray(String[]::new));
    page.upstreams().forEach(row -> table.row(row.toArray(String[]::new)));
    return String.join("\n", page.summary()) + "\n\n" + table.text();
  }
}

package dev.belay.cli.command;

import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RunningCall;
import dev.belay.cli.remote.RunningCall.AbandonedCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.remote.RunningProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code belay ps}: what runs on a gateway now. */
final class PsCommand implements Subcommand {
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final byte[] CLEAR =
      "\u001b[H\u001b[2J\u001b[3J".getBytes(StandardCharsets.US_ASCII);

  @Override
  public ExitCode run(Said said, List<String> server, Shell shell)
      throws UsageException, GatewayTrouble, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      if (!said.has("--watch")) {
        once(gateway, said, shell, /* clears= */ false);
        return ExitCode.OK;
      }
      var stop = new CompletableFuture<Boolean>();
      shell.onInterrupt().accept(() -> stop.complete(true));
      boolean clears = shell.outIsTerminal().getAsBoolean();
      while (!Time.system().await(stop, Duration.ZERO)) {
        once(gateway, said, shell, clears);
        var _ = Time.system().await(stop, INTERVAL);
      }
      return ExitCode.OK;
    }
  }

  private static void once(RunningGateway gateway, Said said, Shell shell, boolean clears)
      throws GatewayTrouble, IOException, InterruptedException {
    var answer = gateway.calls();
    var text =
        said.has("--json")
            ? new String(answer, StandardCharsets.UTF_8) + "\n"
            : text(answer, said.has("--quiet"));
    if (clears) {
      shell.out().write(CLEAR);
    }
    shell.print(text);
  }

  private static String text(byte[] answer, boolean quiet) throws GatewayTrouble {
    var calls = RunningCall.list(answer);
    if (quiet) {
      var ids = new StringBuilder();
      calls.forEach(call -> ids.append(call.id()).append('\n'));
      return ids.toString();
    }
    var table = new Table();
    table.row(CallRow.heading().toArray(String[]::new));
    calls.forEach(call -> table.row(CallRow.of(call).toArray(String[]::new)));
    var text = new StringBuilder(table.text());
    var abandoned = AbandonedCall.list(answer);
    abandoned.forEach(call -> text.append("abandoned: ").append(call.line()).append('\n'));
    if (!abandoned.isEmpty()) {
      text.append("What is abandoned ends by itself or with belay; ");
      text.append("if calls wait for its worker, raise mcp.workers.\n");
    }
    for (var process : RunningProcess.leftBehind(answer)) {
      text.append("left behind: ").append(process.line()).append('\n');
    }
    return text.toString();
  }
}

package dev.belay.cli.command;

import dev.belay.cli.display.Wrapped;
import dev.belay.cli.remote.CallTable;
import dev.belay.cli.remote.EndedTable;
import dev.belay.cli.remote.GatewayHistory;
import dev.belay.cli.remote.GatewayHistory.EndedCall;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.RemoteCall.AbandonedCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.remote.RunningProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay ps}: lists the calls that run on a gateway. */
final class PsCommand implements Subcommand {
  private static final int MOST_ENDED = 20;
  private static final Duration INTERVAL = Duration.ofSeconds(1);
  private static final byte[] CLEAR =
      "\u001b[H\u001b[2J\u001b[3J".getBytes(StandardCharsets.US_ASCII);

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("ps");
    spec.usageMessage()
        .customSynopsis("belay ps [-a] [--json | --quiet] [--watch] [--url URL]")
        .description(
            "",
            "Lists the calls that have not ended on a running belay serve, the oldest first: what",
            "they were asked for (ARGUMENTS) and by which CLIENT, since when, how long ago the"
                + " last",
            "sign of progress was (BEAT), how long they may take in all and without progress",
            "(LIMITS), and what they last said. A narrow screen has the most telling columns, and",
            "--json has all. Below them, calls that have ended while their work goes on, and the",
            "processes that stopped calls have left behind; with -a also the "
                + MOST_ENDED
                + " calls that ended last, how",
            "and after what time. belay logs tells the story of one.")
        .footer(
            "",
            "The token is read from the file that belay serve of the same user made, or from the",
            "variable BELAY_TOKEN.",
            "",
            "Exit codes: 0 ok, 1 the gateway could not be asked, 2 usage.",
            "",
            "Examples:",
            "  belay ps",
            "  belay ps -a",
            "  belay ps --watch",
            "  belay ps --quiet | xargs -n 1 belay cancel",
            "  belay ps --json --url http://127.0.0.1:3002 | jq '.calls[].tool'");
    spec.addOption(
        OptionSpec.builder("-a", "--all")
            .type(boolean.class)
            .description("those that have ended too, the newest first")
            .build());
    spec.addOption(
        ServerSpec.flag("--json", "print what GET /api/calls says; with -a, /api/history too"));
    spec.addOption(
        OptionSpec.builder("-q", "--quiet")
            .type(boolean.class)
            .description("print the ids alone")
            .build());
    spec.addOption(ServerSpec.flag("--watch", "print again every second, until Ctrl-C"));
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    return show(
        said,
        shell,
        gateway -> {
          var answer = gateway.calls();
          var ended =
              said.hasMatchedOption("--all") ? new GatewayHistory(gateway).ended(MOST_ENDED) : null;
          if (said.hasMatchedOption("--json")) {
            return json(answer, ended) + "\n";
          }
          boolean isQuiet = said.hasMatchedOption("--quiet");
          var text = text(answer, isQuiet, columns(shell));
          return ended == null ? text : text + ended(ended, isQuiet, columns(shell));
        });
  }

  private static String json(byte[] calls, byte @Nullable [] ended) {
    var whole =
        ended == null ? calls : JsonObject.empty().set("running", calls).set("ended", ended).json();
    return new String(whole, StandardCharsets.UTF_8);
  }

  private static String ended(byte[] answer, boolean isQuiet, int columns) throws GatewayTrouble {
    var calls = EndedCall.list(answer);
    var text = new StringBuilder();
    if (isQuiet) {
      calls.forEach(call -> text.append(call.id()).append('\n'));
    } else if (calls.isEmpty()) {
      text.append("\nNo call has ended that is remembered.\n");
    } else {
      var table = new Table();
      EndedTable.of(calls, Time.system().wall(), columns)
          .forEach(row -> table.row(row.toArray(String[]::new)));
      text.append('\n').append(table.text());
    }
    return text.toString();
  }

  /** What is no screen is read by programs, and by people who scroll. */
  private static int columns(Shell shell) {
    return shell.outIsTerminal().getAsBoolean() ? Wrapped.columns(shell) : Integer.MAX_VALUE;
  }

  /** One look at a gateway. */
  interface Look {
    /** {@return what is shown of it} */
    String text(RunningGateway gateway) throws GatewayTrouble, InterruptedException;
  }

  /** Shows what is seen of the chosen gateway: once, or with {@code --watch} until Ctrl-C. */
  static ExitCode show(ParseResult said, Shell shell, Look look)
      throws UsageException, IOException, InterruptedException {
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      if (!said.hasMatchedOption("--watch")) {
        return once(gateway, look, shell, /* clears= */ false);
      }
      var stop = new CompletableFuture<Boolean>();
      shell.onInterrupt().accept(() -> stop.complete(true));
      boolean clears = shell.outIsTerminal().getAsBoolean();
      var ended = ExitCode.OK;
      while (ended == ExitCode.OK && !Time.system().await(stop, Duration.ZERO)) {
        ended = once(gateway, look, shell, clears);
        var _ = Time.system().await(stop, INTERVAL);
      }
      return ended;
    }
  }

  private static ExitCode once(RunningGateway gateway, Look look, Shell shell, boolean clears)
      throws IOException, InterruptedException {
    try {
      var text = look.text(gateway);
      if (clears) {
        shell.out().write(CLEAR);
      }
      shell.print(text);
      return ExitCode.OK;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static String text(byte[] answer, boolean quiet, int columns) throws GatewayTrouble {
    var calls = RemoteCall.list(answer);
    if (quiet) {
      var ids = new StringBuilder();
      calls.forEach(call -> ids.append(call.id()).append('\n'));
      return ids.toString();
    }
    var table = new Table();
    CallTable.of(calls, columns).forEach(row -> table.row(row.toArray(String[]::new)));
    var text = new StringBuilder(table.text());
    var abandoned = AbandonedCall.list(answer);
    abandoned.forEach(call -> text.append("abandoned: ").append(call.line()).append('\n'));
    if (!abandoned.isEmpty()) {
      text.append("Abandoned work ends by itself or with belay; ");
      text.append("if calls wait for its worker, raise mcp.workers.\n");
    }
    for (var process : RunningProcess.leftBehind(answer)) {
      text.append("left behind: ").append(process.line()).append('\n');
    }
    return text.toString();
  }
}

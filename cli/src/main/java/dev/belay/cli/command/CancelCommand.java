package dev.belay.cli.command;

import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RunningCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay cancel}: ends calls on a gateway, and whatever they have started. */
final class CancelCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("cancel");
    spec.usageMessage()
        .customSynopsis("belay cancel [--reason TEXT] (ID... | --all) [--url URL]")
        .description(
            "",
            "Cancels calls on a running belay serve: their clients get a result that says so, the",
            "servers are told, and processes that belong to a call alone are ended.")
        .footer(
            "",
            "Exit codes: 0 all of them have ended, 1 one is unknown or the gateway could not be",
            "asked, 2 usage.",
            "",
            "Examples:",
            "  belay cancel 3f9a1c07",
            "  belay cancel --reason 'wrong file' 3f9a1c07 77b20e4d",
            "  belay cancel --all");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("ID")
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("of belay ps, or as many of its first digits as tell it from others")
            .build());
    spec.addOption(ServerSpec.flag("--all", "every call that has not ended"));
    spec.addOption(
        ServerSpec.text("--reason", "TEXT", "what the client and the log are told").build());
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    List<String> words = said.matchedPositionalValue(0, List.of());
    boolean all = said.hasMatchedOption("--all");
    if (words.isEmpty() != all) {
      throw new UsageException(
          all ? "--all and an ID do not go together" : "which call? Give an ID of belay ps");
    }
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var calls = RunningCall.list(gateway.calls());
      var ids = new LinkedHashSet<String>();
      boolean known =
          all ? ids.addAll(ids(calls)) || calls.isEmpty() : meant(words, calls, ids, shell);
      String reason = said.matchedOptionValue("--reason", "");
      for (var id : ids) {
        known &= cancel(gateway, id, reason, shell);
      }
      return known ? ExitCode.OK : ExitCode.ERROR;
    } catch (GatewayTrouble e) {
      shell.err().println("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static List<String> ids(List<RunningCall> calls) {
    return calls.stream().map(RunningCall::id).toList();
  }

  /** {@return whether each word means one call; those that do are added to {@code ids}} */
  private static boolean meant(
      List<String> words, List<RunningCall> calls, Set<String> ids, Shell shell) {
    boolean known = true;
    for (var word : words) {
      var found = calls.stream().filter(call -> call.isMeantBy(word)).map(RunningCall::id).toList();
      if (found.size() > 1) {
        shell
            .err()
            .println(
                "belay: "
                    + CallRow.line(word)
                    + " means "
                    + found.size()
                    + " calls; give more digits");
        known = false;
      } else {
        // One that is not listed may have ended: the gateway remembers for a while.
        ids.add(found.isEmpty() ? word : found.getFirst());
      }
    }
    return known;
  }

  private static boolean cancel(RunningGateway gateway, String id, String reason, Shell shell)
      throws GatewayTrouble, InterruptedException {
    var cancelled = gateway.cancel(id, reason);
    if (cancelled == null) {
      shell.err().println("belay: no call " + CallRow.line(id) + ". See: belay ps");
      return false;
    }
    shell.err().println(CallRow.line(id) + (cancelled ? " cancelled" : " had ended already"));
    return true;
  }
}

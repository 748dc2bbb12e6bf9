package dev.belay.cli.command;

import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.RemoteCall;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.remote.RunningGateway.CancelAnswer;
import dev.belay.cli.remote.RunningProcess;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay cancel}: cancels calls on a gateway, and ends what they have started. */
final class CancelCommand implements Subcommand {
  private static final int AT_ONCE = 16;

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("cancel");
    spec.usageMessage()
        .customSynopsis("belay cancel [--processes] [--reason TEXT] (ID... | --all) [--url URL]")
        .description(
            "",
            "Cancels calls on a running belay serve: their clients get a result that says so, the",
            "servers are told, and processes that belong to stopped calls alone are ended. Prints"
                + " the",
            "outcome and the processes left behind, which a completed call may have wanted.",
            "--processes ends those too, also for calls that have ended.")
        .footer(
            "",
            "Exit codes: 0 all of them have ended, 1 one is unknown or the gateway could not be",
            "asked, 2 usage.",
            "",
            "Examples:",
            "  belay cancel 3f9a1c07",
            "  belay cancel --reason 'wrong file' 3f9a1c07 77b20e4d",
            "  belay cancel --processes 3f9a1c07",
            "  belay cancel --all");
    spec.addPositional(
        PositionalParamSpec.builder()
            .paramLabel("ID")
            .index("0..*")
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .description("an ID listed by belay ps, or enough of its first digits to be unique")
            .build());
    spec.addOption(ServerSpec.flag("--all", "every call that has not ended"));
    spec.addOption(
        ServerSpec.flag("--processes", "also end the processes that it has left behind"));
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
      var listed = gateway.calls();
      var calls = RemoteCall.list(listed);
      var ids = new LinkedHashSet<String>();
      boolean known =
          all
              ? ids.addAll(ids(calls)) || calls.isEmpty()
              : meant(words, known(calls, listed), ids, shell);
      known &= cancel(gateway, ids, said, shell);
      return known ? ExitCode.OK : ExitCode.ERROR;
    } catch (GatewayTrouble e) {
      shell.say("belay: " + e.text());
      return ExitCode.ERROR;
    }
  }

  private static List<String> ids(List<RemoteCall> calls) {
    return calls.stream().map(RemoteCall::id).toList();
  }

  /**
   * {@return the ids of calls that have not ended, and of those that have left something behind}
   */
  private static Set<String> known(List<RemoteCall> calls, byte[] listed) {
    var known = new LinkedHashSet<>(ids(calls));
    RunningProcess.leftBehind(listed).forEach(process -> known.addAll(process.calls()));
    return known;
  }

  /** {@return whether each word means one call; those that do are added to {@code ids}} */
  private static boolean meant(
      List<String> words, Set<String> calls, Set<String> ids, Shell shell) {
    boolean known = true;
    for (var word : words) {
      var found = calls.stream().filter(call -> RemoteCall.isMeant(call, word)).toList();
      if (found.size() > 1) {
        shell.say(
            "belay: " + CallRow.line(word) + " means " + found.size() + " calls; give more digits");
        known = false;
      } else {
        // A call that is not listed may have ended; the gateway remembers it for a while.
        ids.add(found.isEmpty() ? word : found.getFirst());
      }
    }
    return known;
  }

  /**
   * Cancels up to {@link #AT_ONCE} calls at a time, since each answer comes only after the stop.
   */
  private static boolean cancel(
      RunningGateway gateway, Set<String> ids, ParseResult said, Shell shell)
      throws GatewayTrouble, InterruptedException {
    String reason = said.matchedOptionValue("--reason", "");
    var wish = said.hasMatchedOption("--processes") ? new String[] {"processes"} : new String[0];
    var threads = Thread.ofVirtual().name("belay-cancel-", 1).factory();
    boolean known = true;
    try (var pool = Executors.newFixedThreadPool(AT_ONCE, threads)) {
      var answers = new LinkedHashMap<String, Future<Optional<CancelAnswer>>>();
      for (var id : ids) {
        answers.put(id, pool.submit(() -> Optional.ofNullable(gateway.cancel(id, reason, wish))));
      }
      for (var answer : answers.entrySet()) {
        known &= tell(answer.getKey(), got(answer.getValue()), shell);
      }
    }
    return known;
  }

  private static Optional<CancelAnswer> got(Future<Optional<CancelAnswer>> answer)
      throws GatewayTrouble, InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof GatewayTrouble trouble) {
        throw trouble;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static boolean tell(String id, Optional<CancelAnswer> answer, Shell shell) {
    var name = CallRow.line(id);
    if (answer.isEmpty()) {
      shell.say("belay: no call " + name + ". See: belay ps");
      return false;
    }
    shell.say(name + " " + String.join("\n", answer.get().lines(name)));
    return true;
  }
}

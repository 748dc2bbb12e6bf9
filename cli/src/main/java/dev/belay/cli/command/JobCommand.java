package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayJobs;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.JobRow;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.name.Nearest;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay job}: shows one job of a gateway, prints its result, or stops it. */
final class JobCommand implements Subcommand {
  private static final List<String> ACTIONS = List.of("show", "result", "cancel");
  private static final String JSON = "--json";
  private static final String WAIT = "--wait";
  private static final String REASON = "--reason";

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("job");
    spec.usageMessage()
        .customSynopsis(
            "belay job show ID [--json] [--url URL]",
            "belay job result ID [--wait SECONDS] [--json] [--url URL]",
            "belay job cancel ID [--reason TEXT] [--json] [--url URL]")
        .description(
            "",
            "Of one job on a running belay serve: show prints what is known of it, result prints",
            "what its tool gave, as belay call does, and cancel stops it.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 an error, no such job, or no result yet, 2 usage; of result also",
            "124 the job was timed out or the wait is over, 130 it was cancelled.",
            "",
            "Examples:",
            "  belay job show 3f9a1c07",
            "  belay job result 3f9a1c07 --wait 600",
            "  belay job cancel 3f9a1c07 --reason 'wrong file'");
    spec.addPositional(
        word("0", "ACTION", "show, result or cancel").completionCandidates(ACTIONS).build());
    spec.addPositional(
        word("1", "ID", "an ID listed by belay jobs, or enough of its first digits to be unique")
            .build());
    spec.addOption(
        ServerSpec.text(WAIT, "SECONDS", "with result: how long to wait for it").build());
    spec.addOption(ServerSpec.text(REASON, "TEXT", "with cancel: what the log is told").build());
    spec.addOption(ServerSpec.flag(JSON, "print what the gateway says"));
    return GatewayOptions.finish(spec);
  }

  private static PositionalParamSpec.Builder word(String index, String label, String about) {
    return PositionalParamSpec.builder()
        .index(index)
        .arity("1")
        .required(true)
        .paramLabel(label)
        .type(String.class)
        .description(about);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    String action = said.matchedPositionalValue(0, "");
    if (!ACTIONS.contains(action)) {
      var nearest = Nearest.to(action, ACTIONS);
      throw new UsageException(
          "expected show, result or cancel, found '"
              + action
              + "'"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
    requireOf("result", WAIT, action, said);
    requireOf("cancel", REASON, action, said);
    var wait =
        said.hasMatchedOption(WAIT)
            ? new TypedNumbers(new ParsedWords(said)).seconds(WAIT, 1)
            : Duration.ZERO;
    try (var gateway = GatewayOptions.gateway(said, shell)) {
      var jobs = new GatewayJobs(gateway);
      boolean asJson = said.hasMatchedOption(JSON);
      var awaited = new AwaitedJob(jobs, asJson, shell);
      var one = new OneJob(jobs, awaited, asJson, shell);
      var id = awaited.id(said.matchedPositionalValue(1, ""));
      if (id == null) {
        return ExitCode.ERROR;
      }
      return switch (action) {
        case "show" -> one.show(id);
        case "result" -> awaited.result(id, wait);
        default -> one.cancel(id, said.matchedOptionValue(REASON, ""));
      };
    } catch (GatewayTrouble e) {
      shell.say("belay: " + StoredJobs.named(e, said, shell).text());
      return ExitCode.ERROR;
    }
  }

  private static void requireOf(String owner, String option, String action, ParseResult said)
      throws UsageException {
    if (said.hasMatchedOption(option) && !action.equals(owner)) {
      throw new UsageException(option + " is for belay job " + owner);
    }
  }

  /** What is done with one job. */
  private record OneJob(GatewayJobs jobs, AwaitedJob awaited, boolean asJson, Shell shell) {
    ExitCode show(String id) throws GatewayTrouble, IOException, InterruptedException {
      var found = jobs.find(id, Duration.ZERO);
      if (found == null) {
        return awaited.unknown(id);
      }
      if (asJson) {
        awaited.printJson(found);
      } else {
        shell.print(JobRow.of(found).page());
      }
      return ExitCode.OK;
    }

    ExitCode cancel(String id, String reason)
        throws GatewayTrouble, IOException, InterruptedException {
      var before = jobs.find(id, Duration.ZERO);
      var after = before == null ? null : jobs.cancel(id, reason);
      if (before == null || after == null) {
        return awaited.unknown(id);
      }
      if (asJson) {
        awaited.printJson(after);
      }
      var job = JobRow.of(after);
      var had = JobRow.of(before).hasEnded() ? " had ended already: " : " ";
      shell.say(CallRow.line(job.id()) + had + job.status());
      return job.hasEnded() ? ExitCode.OK : ExitCode.ERROR;
    }
  }
}

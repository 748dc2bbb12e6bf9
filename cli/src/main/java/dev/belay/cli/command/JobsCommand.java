package dev.belay.cli.command;

import dev.belay.cli.remote.EstimateRow;
import dev.belay.cli.remote.GatewayJobs;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.JobRow;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay jobs}: lists the jobs of a gateway. */
final class JobsCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("jobs");
    spec.usageMessage()
        .parameterListHeading("")
        .customSynopsis(
            "belay jobs [--all] [--tool NAME] [--principal NAME] [--json | --quiet] [--watch]"
                + " [--url URL]",
            "belay jobs --estimates [--json] [--watch] [--url URL]")
        .description(
            "",
            "Lists the jobs that have not ended on a running belay serve, the newest first: calls",
            "that go on after their clients were answered, because they took too long to wait for.",
            "With --all those that have ended too, until they expire. With --estimates lists how"
                + " long",
            "calls take, by tool, and how many jobs ended within what was estimated for them.")
        .footer(
            "",
            "Exit codes: 0 ok, 1 the gateway could not be asked, 2 usage.",
            "",
            "Examples:",
            "  belay jobs",
            "  belay jobs --watch",
            "  belay jobs --all --json | jq '.jobs[] | select(.status == \"failed\")'",
            "  belay jobs --quiet | xargs -n 1 belay job cancel");
    GatewayOptions.takeWords(spec, List.of());
    spec.addOption(
        OptionSpec.builder("-a", "--all")
            .type(boolean.class)
            .description("those that have ended too")
            .build());
    spec.addOption(
        OptionSpec.builder("--tool")
            .paramLabel("NAME")
            .type(String.class)
            .description("only those of the tool with this name")
            .build());
    spec.addOption(
        OptionSpec.builder("--principal")
            .paramLabel("NAME")
            .type(String.class)
            .description("only those of this principal")
            .build());
    spec.addOption(
        OptionSpec.builder("--estimates")
            .type(boolean.class)
            .description("how long calls take, in place of the jobs")
            .build());
    spec.addOption(ServerSpec.flag("--json", "print what the API says"));
    spec.addOption(
        OptionSpec.builder("-q", "--quiet")
            .type(boolean.class)
            .description("print the ids alone")
            .build());
    spec.addOption(GatewayOptions.watch());
    return GatewayOptions.finish(spec);
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException, InterruptedException {
    List<String> words = said.matchedPositionalValue(0, List.of());
    if (!words.isEmpty()) {
      throw new UsageException(
          "too many words, from '" + words.getFirst() + "' on; of one job: belay job show ID");
    }
    boolean isOfEstimates = said.hasMatchedOption("--estimates");
    for (var option : List.of("--all", "--quiet", "--tool", "--principal")) {
      if (isOfEstimates && said.hasMatchedOption(option)) {
        throw new UsageException("--estimates lists all tools, and no jobs: " + option);
      }
    }
    return PsCommand.show(
        said,
        shell,
        gateway -> {
          var answer = answer(gateway, isOfEstimates, said, shell);
          if (isOfEstimates && !said.hasMatchedOption("--json")) {
            return text(EstimateRow.list(answer));
          }
          return said.hasMatchedOption("--json")
              ? new String(answer, StandardCharsets.UTF_8) + "\n"
              : text(JobRow.list(answer), said.hasMatchedOption("--quiet"));
        });
  }

  private static byte[] answer(
      RunningGateway gateway, boolean isOfEstimates, ParseResult said, Shell shell)
      throws GatewayTrouble, InterruptedException {
    var jobs = new GatewayJobs(gateway);
    try {
      return isOfEstimates
          ? jobs.estimates()
          : jobs.list(
              said.hasMatchedOption("--all"),
              said.matchedOptionValue("--tool", (String) null),
              said.matchedOptionValue("--principal", (String) null));
    } catch (GatewayTrouble e) {
      throw StoredJobs.named(e, said, shell);
    }
  }

  private static String text(List<EstimateRow> tools) {
    var table = new Table();
    table.row(EstimateRow.heading().toArray(String[]::new));
    tools.forEach(tool -> table.row(tool.cells().toArray(String[]::new)));
    return table.text();
  }

  private static String text(List<JobRow> jobs, boolean quiet) {
    if (quiet) {
      var ids = new StringBuilder();
      jobs.forEach(job -> ids.append(job.id()).append('\n'));
      return ids.toString();
    }
    var table = new Table();
    table.row(JobRow.heading().toArray(String[]::new));
    jobs.forEach(job -> table.row(job.cells().toArray(String[]::new)));
    return table.text();
  }
}

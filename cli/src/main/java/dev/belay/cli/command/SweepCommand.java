package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.probe.load.Asking;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.Request;
import dev.belay.probe.peer.Target.CannotOpen;
import dev.belay.probe.report.Comparison;
import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.report.ReportText;
import dev.belay.probe.report.SweepReport;
import dev.belay.probe.sweep.Sweep;
import dev.belay.probe.sweep.Sweep.SweepFailed;
import dev.belay.probe.sweep.SweepPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay sweep}: how much load a server bears, and what cap to set. */
final class SweepCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("sweep");
    spec.usageMessage()
        .customSynopsis(
            "belay sweep [OPTIONS] (--base-url URL | --url URL | --server NAME | -- CMD...)",
            "belay sweep --compare A.json B.json")
        .description(
            "",
            "Raises the load on an MCP server point by point, measures throughput and latency,",
            "finds the knee, and recommends the load with the highest throughput that keeps the",
            "objective (SLO); never one at which a request failed. It asks the server directly.")
        .footer(
            "",
            "With --rate, requests begin at fixed times, and latency counts from then on: a server",
            "that stalls cannot hide it by not being asked.",
            "",
            "Exit codes: 0 ok, 1 the sweep failed or something got worse, 2 requests failed (or"
                + " the",
            "command line is wrong), 130 interrupted.",
            "",
            "Examples:",
            "  belay sweep --base-url http://127.0.0.1:3002 --total 1000 \\",
            "      --concurrency-values 40,80,120,160,200 --p95-slo-ms 400 --p99-slo-ms 800",
            "  belay sweep --tool echo --args '{\"message\": \"hi\"}' --concurrency-values 1,2,4,8"
                + " \\",
            "      -- npx -y @modelcontextprotocol/server-everything",
            "  belay sweep --url http://127.0.0.1:3002/mcp --rate 100,200,400 --baseline main");
    for (var option : SweepWords.OPTIONS) {
      spec.addOption(option);
    }
    return ProbedServer.options(spec);
  }

  @Override
  public ExitCode run(ParseResult parsed, List<String> command, Shell shell)
      throws UsageException, IOException, InterruptedException {
    var said = new ParsedWords(parsed);
    var words = new SweepWords(said);
    try {
      var compared = said.values("--compare");
      if (!compared.isEmpty()) {
        return compare(compared, words, shell);
      }
      var plan = words.plan();
      var request = words.request();
      var outcome = new SweepOutcome(words, said);
      var server = ProbedServer.of(said, command, shell);
      return server == null ? ExitCode.USAGE : sweep(server, plan, request, outcome, shell);
    } catch (CannotOpen e) {
      return failed(e.text(), shell);
    } catch (SweepFailed e) {
      return failed(e.text(), shell);
    } catch (UnreadableReport e) {
      return failed(e.text(), shell);
    }
  }

  private static ExitCode failed(String why, Shell shell) {
    shell.say("sweep_failed: " + why);
    return ExitCode.ERROR;
  }

  private static void write(String text, Shell shell) throws IOException {
    shell.print(text);
  }

  private static ExitCode compare(List<String> files, SweepWords words, Shell shell)
      throws UsageException, UnreadableReport, IOException {
    var comparison =
        Comparison.of(
            Path.of(files.get(files.size() - 2)), Path.of(files.getLast()), words.tolerance());
    write(comparison.text(), shell);
    return comparison.regressions().isEmpty() ? ExitCode.OK : ExitCode.ERROR;
  }

  private static ExitCode sweep(
      ProbedServer server, SweepPlan plan, Request request, SweepOutcome outcome, Shell shell)
      throws CannotOpen, SweepFailed, IOException, InterruptedException {
    var watch = new LoadWatch(server, plan.limits(), plan.mode().key(), shell);
    try (watch) {
      var target = watch.target();
      watch.step("opening " + target.name());
      target.open(plan.timeout());
      var health = health(server, plan);
      var at = watch.generator().time().wall();
      var points =
          new Sweep(plan, watch.generator(), watch)
              .run(new Asking(target, request, plan.timeout()));
      watch.hide();
      if (watch.isInterrupted()) {
        return ExitCode.INTERRUPTED;
      }
      var report = new SweepReport(target.name(), at, health, request, plan, points, null);
      var judged = outcome.judged(report);
      write(ReportText.of(judged), shell);
      write(outcome.write(judged, server.place()), shell);
      return outcome.exit(judged);
    } catch (CannotOpen | SweepFailed e) {
      if (watch.isInterrupted()) {
        return ExitCode.INTERRUPTED;
      }
      throw e;
    }
  }

  private static Health health(ProbedServer server, SweepPlan plan) throws InterruptedException {
    var endpoint = server.endpoint("/health");
    if (endpoint == null) {
      return Health.NONE;
    }
    try (var http = new PlainHttp(server.headers(), plan.timeout(), Time.system())) {
      return http.health(endpoint);
    }
  }
}

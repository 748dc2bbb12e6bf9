package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.probe.load.Asking;
import dev.belay.probe.peer.MeasurementFailed;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.report.Baselines;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.report.Comparison;
import dev.belay.probe.report.ProbeReportText;
import dev.belay.probe.report.ReportFiles;
import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.report.ReportJson;
import dev.belay.probe.report.SweepPage;
import dev.belay.probe.report.SweepReport;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.Sweep;
import dev.belay.probe.sweep.SweepPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay sweep}: finds how much load a server bears, and recommends a cap. */
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
            "With --rate, requests begin at fixed times and latency counts from those times, so"
                + " that",
            "a server cannot hide a stall.",
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
            "  belay sweep --url http://127.0.0.1:3002/mcp --html-out sweep.html",
            "  belay sweep --url http://127.0.0.1:3002/mcp --rate 100,200,400 --baseline main");
    for (var option : SweepWords.OPTIONS) {
      spec.addOption(option);
    }
    return ProbedServer.options(spec);
  }

  @Override
  public boolean takesServer() {
    return true;
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
    } catch (MeasurementFailed e) {
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
      ProbedServer server, SweepPlan plan, ProbeRequest request, SweepOutcome outcome, Shell shell)
      throws MeasurementFailed, IOException, InterruptedException {
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
      var files = outcome.write(judged, server.place());
      write(outcome.printed(judged, shell.outIsTerminal().getAsBoolean()), shell);
      write(outcome.isJson() ? "" : files, shell);
      return outcome.exit(judged);
    } catch (MeasurementFailed e) {
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

  /** Compares a sweep with a baseline, saves it, writes its reports and decides the exit code. */
  static final class SweepOutcome {
    private final Said said;
    private final Tolerance tolerance;
    private final double alpha;
    private final @Nullable Baselines compared;
    private final @Nullable Baselines saved;
    private final boolean allowsErrors;

    /**
     * Checks the command line and reads the baselines before anything is measured.
     *
     * @throws UnreadableReport if the baseline to compare with does not exist, and this sweep is
     *     not to make it either
     */
    SweepOutcome(SweepWords words, Said said) throws UsageException, UnreadableReport {
      this.said = said;
      tolerance = words.tolerance();
      alpha = words.alpha();
      var before = words.baseline();
      var after = words.saved();
      saved = after == null ? null : Baselines.readOrBegin(ReportFiles.baseline(after));
      if (before != null && before.equals(after)) {
        compared = saved;
      } else {
        compared = before == null ? null : kept(before);
      }
      allowsErrors = words.allowsErrors();
    }

    private static Baselines kept(String name) throws UnreadableReport {
      var path = ReportFiles.baseline(name);
      if (Files.notExists(path)) {
        throw new UnreadableReport(
            "there is no baseline "
                + name
                + " ("
                + path
                + "); --save-baseline="
                + name
                + " makes it");
      }
      return Baselines.read(path);
    }

    /** Compares with the baseline, and saves the figures if asked to and nothing got worse. */
    SweepReport judged(SweepReport report) throws IOException {
      var found =
          compared == null
              ? null
              : compared.regressions(report.series(), tolerance, report.plan().slo());
      List<Regression> regressions = found == null ? List.of() : found;
      boolean writes = saved != null && regressions.isEmpty();
      if (saved != null && writes) {
        saved.with(report.series(), alpha).write();
      }
      var shown = compared == null ? saved : compared;
      return shown == null
          ? report
          : report.with(new BaselineCheck(shown.path(), found != null, writes, regressions));
    }

    boolean isJson() {
      return said.has("--json");
    }

    /** {@return what is printed: a table on a terminal, Markdown elsewhere, or JSON} */
    String printed(SweepReport report, boolean isTerminal) {
      if (isJson()) {
        return ReportJson.of(report);
      }
      return isTerminal ? ProbeReportText.plain(report) : ProbeReportText.of(report);
    }

    /** Writes the reports that are wanted, and returns a list of the files for a person. */
    String write(SweepReport report, String place) throws IOException {
      var written =
          write("--json-out", "json", ReportJson.of(report), report, place)
              + write("--markdown-out", "md", ProbeReportText.of(report), report, place)
              + write("--html-out", "html", SweepPage.of(report), report, place);
      return written.isEmpty() ? "" : "\nReports:\n" + written;
    }

    private String write(
        String option, String ending, String text, SweepReport report, String place)
        throws IOException {
      var path = path(option, ending, report, place);
      if (path == null) {
        return "";
      }
      ReportFiles.write(path, text);
      return "  " + path + "\n";
    }

    /** {@return where that report is wanted; null if it is not} */
    private @Nullable Path path(String option, String ending, SweepReport report, String place) {
      var typed = said.value(option);
      if (typed != null) {
        return Path.of(typed);
      }
      if (!said.has("--reports")) {
        return null;
      }
      var folder = said.value("--reports");
      var mode = report.plan().mode();
      return folder == null || folder.isEmpty()
          ? ReportFiles.sweep(place, report.request(), mode, ending)
          : Path.of(folder, ReportFiles.brief(report.request(), mode, ending));
    }

    ExitCode exit(SweepReport report) {
      var check = report.baseline();
      if (check != null && !check.regressions().isEmpty()) {
        return ExitCode.ERROR;
      }
      return report.errors() == 0 || allowsErrors ? ExitCode.OK : ExitCode.REQUEST_ERRORS;
    }
  }
}

package dev.belay.cli.command;

import dev.belay.cli.command.Said.ParsedWords;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.probe.oneshot.Probe;
import dev.belay.probe.oneshot.Probe.ProbePlan;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.peer.ConnectionLimits;
import dev.belay.probe.peer.MeasurementFailed;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.report.ProbeReportText;
import dev.belay.probe.report.ReportFiles;
import dev.belay.probe.report.ReportJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay probe}: measures a server once, from every side. */
final class ProbeCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("probe");
    spec.usageMessage()
        .customSynopsis(
            "belay probe [OPTIONS] (--base-url URL | --url URL | --server NAME | -- CMD...)")
        .description(
            "",
            "Measures an MCP server once: health, size of tools/list, latency of sequential and of",
            "concurrent requests, embeddings if it has them, and what it writes to its log"
                + " meanwhile.",
            "It asks the server directly, over HTTP or stdio, in either era.")
        .footer(
            "",
            "Checks that do not apply are skipped: health needs --base-url or --url, embeddings",
            "(POST /embed/batch) need --base-url.",
            "",
            "Exit codes: 0 ok, 1 the probe failed or the server reports ill health, 2 requests",
            "failed (or the command line is wrong), 130 interrupted.",
            "",
            "Examples:",
            "  belay probe --base-url http://127.0.0.1:3002 --log-file belay.log",
            "  belay probe --json --url http://127.0.0.1:4000/mcp | jq .benchmarks.large",
            "  belay probe --bench-large-total 0 -- npx -y"
                + " @modelcontextprotocol/server-everything");
    for (var option : ProbeWords.OPTIONS) {
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
    ProbeWords.check(said);
    var server = ProbedServer.of(said, command, shell);
    if (server == null) {
      return ExitCode.USAGE;
    }
    var plan = ProbeWords.plan(said, server);
    var limits = ConnectionLimits.of(plan.maxConcurrency());
    var watch = new LoadWatch(server, limits, "", shell);
    try (watch;
        var http = new PlainHttp(server.headers(), plan.timeout(), Time.system())) {
      watch.step("opening " + watch.target().name());
      watch.target().open(plan.timeout());
      var report = new Probe(plan, watch.target(), http, watch.generator(), watch::step).run();
      watch.hide();
      return watch.isInterrupted() ? ExitCode.INTERRUPTED : print(report, said, shell);
    } catch (MeasurementFailed e) {
      return failed(e.text(), watch, shell);
    }
  }

  private static ExitCode failed(String why, LoadWatch watch, Shell shell) {
    if (watch.isInterrupted()) {
      return ExitCode.INTERRUPTED;
    }
    shell.say("probe_failed: " + why);
    return ExitCode.ERROR;
  }

  private static ExitCode print(ProbeReport report, Said said, Shell shell) throws IOException {
    var json = ReportJson.of(report);
    var typed = said.value("--json-out");
    if (typed != null) {
      ReportFiles.write(Path.of(typed), json);
    }
    shell.print(
        said.has("--json")
            ? json
            : ProbeReportText.of(report) + (typed == null ? "" : "report:      " + typed + "\n"));
    if (report.isUnwell()) {
      return ExitCode.ERROR;
    }
    return report.errors() == 0 || !said.values("--allow-request-errors").isEmpty()
        ? ExitCode.OK
        : ExitCode.REQUEST_ERRORS;
  }

  /** Options of {@code belay probe}, with the seed's names and defaults. */
  static final class ProbeWords {
    static final List<OptionSpec> OPTIONS =
        List.of(
            text("--timeout-secs", "S", "how long each answer may take (30)"),
            text("--sequential-samples", "N", "requests one after the other (20)"),
            text("--sequential-sleep-ms", "MS", "pause between them (50)"),
            text("--bench-small-total", "N", "requests of the small bench; 0 = skip it (200)"),
            text("--bench-small-concurrency", "N", "how many of them at once (40)"),
            text("--bench-large-total", "N", "requests of the large bench; 0 = skip it (1000)"),
            text("--bench-large-concurrency", "N", "how many of them at once (100)"),
            text("--log-file", "FILE", "a log of the server; what is written meanwhile is counted"),
            ServerSpec.flag("--allow-request-errors", "exit 0 although requests failed"),
            ServerSpec.flag("--json", "print the report as JSON"),
            text("--json-out", "FILE", "also write it there as JSON"));

    private ProbeWords() {}

    private static OptionSpec text(String name, String label, String about) {
      return ServerSpec.text(name, label, about).build();
    }

    /** Checks every number before a server is looked for. */
    static void check(Said said) throws UsageException {
      var numbers = new TypedNumbers(said);
      var _ = numbers.seconds("--timeout-secs", 30);
      var _ = load(numbers, "small", 200, 40);
      var _ = load(numbers, "large", 1000, 100);
      var _ = numbers.count("--sequential-samples", 20, 0);
      var _ = numbers.millis("--sequential-sleep-ms", 50);
    }

    static ProbePlan plan(Said said, ProbedServer server) throws UsageException {
      var numbers = new TypedNumbers(said);
      var log = said.value("--log-file");
      return new ProbePlan(
          numbers.seconds("--timeout-secs", 30),
          numbers.count("--sequential-samples", 20, 0),
          numbers.millis("--sequential-sleep-ms", 50),
          load(numbers, "small", 200, 40),
          load(numbers, "large", 1000, 100),
          server.endpoint("/health"),
          said.value("--base-url") == null ? null : server.endpoint("/embed/batch"),
          log == null ? null : Path.of(log));
    }

    private static ProbePlan.Load load(
        TypedNumbers numbers, String name, int total, int concurrency) throws UsageException {
      return new ProbePlan.Load(
          numbers.count("--bench-" + name + "-total", total, 0),
          numbers.count("--bench-" + name + "-concurrency", concurrency, 1));
    }
  }
}

package dev.belay.cli.command;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.core.time.Time;
import dev.belay.probe.oneshot.Probe;
import dev.belay.probe.oneshot.Probe.ProbeFailed;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.peer.ConnectionLimits;
import dev.belay.probe.peer.PlainHttp;
import dev.belay.probe.peer.Target.CannotOpen;
import dev.belay.probe.report.ReportFiles;
import dev.belay.probe.report.ReportJson;
import dev.belay.probe.report.ReportText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay probe}: one look at a server, from every side. */
final class ProbeCommand implements Subcommand {
  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("probe");
    spec.usageMessage()
        .customSynopsis(
            "belay probe [OPTIONS] (--base-url URL | --url URL | --server NAME | -- CMD...)")
        .description(
            "",
            "Looks at an MCP server once: health, size of tools/list, latency one after the other",
            "and many at once, embeddings if it has them, and what it writes to its log meanwhile.",
            "It asks the server directly, over HTTP or stdio, in either era.")
        .footer(
            "",
            "What a server does not have is skipped: only --base-url and --url have a health",
            "endpoint to look at, only --base-url one for embeddings (POST /embed/batch).",
            "",
            "Exit codes: 0 ok, 1 the probe failed or the server says it is not well, 2 requests",
            "failed (or the command line is wrong), 130 interrupted.",
            "",
            "Examples:",
            "  belay probe --base-url http://127.0.0.1:3002 --log-file belay.log",
            "  belay probe --bench-large-total 0 -- npx -y"
                + " @modelcontextprotocol/server-everything");
    for (var option : ProbeWords.OPTIONS) {
      spec.addOption(option);
    }
    return ProbedServer.options(spec);
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
    } catch (CannotOpen e) {
      return failed(e.text(), watch, shell);
    } catch (ProbeFailed e) {
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
    var path = typed == null ? ReportFiles.probe() : Path.of(typed);
    ReportFiles.write(path, json);
    var text =
        ReportText.of(report) + "report:      " + path + "\n" + ReportText.SUMMARY + "\n" + json;
    shell.print(text);
    if (report.isUnwell()) {
      return ExitCode.ERROR;
    }
    return report.errors() == 0 || !said.values("--allow-request-errors").isEmpty()
        ? ExitCode.OK
        : ExitCode.REQUEST_ERRORS;
  }
}

package dev.belay.bench.tools;

import dev.belay.bench.http.SideBySide;
import dev.belay.bench.report.Effort;
import dev.belay.bench.report.Jmh;
import dev.belay.bench.report.Report;
import java.nio.file.Path;
import java.util.List;
import org.openjdk.jmh.runner.RunnerException;

/** Figures of tools in Java, beside the same tool with the protocol's SDKs. */
public final class ToolsFigures {
  private ToolsFigures() {}

  /**
   * Measures all figures; a failed measurement is reported with its reason.
   *
   * @param root the checkout, built
   */
  public static void take(Report report, Path root, Effort effort)
      throws InterruptedException, RunnerException {
    costs(report, effort);
    var servers = new ToolServers(root);
    report.part("start", () -> new Starts(servers, effort.starts()).take(report));
    report.part(
        "over HTTP",
        () ->
            new SideBySide(List.of(1, 32), effort.of(1, 5), effort.seconds(3, 5))
                .take(report, servers.belayOverHttp(), servers.othersOverHttp()));
    if (!servers.hasTypeScript()) {
      report.missing("TypeScript SDK", "it is not installed");
    }
  }

  private static void costs(Report report, Effort effort) throws RunnerException {
    var scores = Jmh.run(ToolBenchmark.class, effort);
    double bare = scores.nanos("governorAlone") / 1e3;
    double tool = scores.nanos("annotatedTool") / 1e3;
    report.added(
        "an annotated tool with two arguments, over an empty call",
        10,
        "µs",
        tool - bare,
        "%s µs over %s µs of the bare governor",
        tool,
        bare);
    report.atMost(
        "its dispatch alone",
        1,
        "µs",
        scores.nanos("dispatch") / 1e3,
        "method called with arguments already parsed, result normalized");
  }
}

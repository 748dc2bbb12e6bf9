package dev.belay.probe.report;

import dev.belay.probe.oneshot.Embedding;
import dev.belay.probe.oneshot.ProbeReport;
import org.jspecify.annotations.Nullable;

/** A probe for people. */
public final class ProbeText {
  /** Parts what is for people from what is for programs. */
  public static final String SUMMARY = "--- summary_json ---";

  private ProbeText() {}

  /** {@return the report on a few lines} */
  public static String of(ProbeReport report) {
    var sequence = report.sequence();
    return line("target", report.target())
        + line("health", report.health().text())
        + line(
            "tools/list",
            report.toolCount()
                + " tools, "
                + report.payloadBytes()
                + " bytes, first call "
                + ms(report.firstCallMs()))
        + line("embeddings", text(report.embedding()))
        + line(
            "sequential",
            sequence.times().size()
                + " calls: first "
                + ms(sequence.at(0))
                + ", second "
                + ms(sequence.at(1))
                + ", min "
                + ms(sequence.min())
                + ", median "
                + ms(sequence.median())
                + ", max "
                + ms(sequence.max())
                + (report.sequentialErrors() == 0 ? "" : ", errors " + report.sequentialErrors()))
        + bench("small bench", report.small())
        + bench("large bench", report.large())
        + line("log", text(report.log()));
  }

  private static String line(String what, String text) {
    return (what + ":            ").substring(0, 13) + text + "\n";
  }

  private static String ms(double figure) {
    return Double.isFinite(figure) ? SweepMarkdown.figure(figure, 2) + " ms" : "-";
  }

  private static String text(Embedding embedding) {
    return switch (embedding) {
      case Embedding.Skipped(String why) -> "skipped (" + why + ")";
      case Embedding.Vectors(int count, int dimension) ->
          count + " vectors of dimension " + dimension;
      case Embedding.Broken(String why) -> "failed (" + why + ")";
    };
  }

  private static String bench(String what, ProbeReport.@Nullable Bench bench) {
    if (bench == null) {
      return line(what, "skipped");
    }
    var measured = bench.measured();
    var latency = measured.latency();
    var text = new StringBuilder();
    text.append(measured.total()).append(" calls, ").append(bench.concurrency());
    text.append(" at once: ").append(SweepMarkdown.figure(measured.rate(), 2)).append(" rps");
    if (latency != null) {
      text.append(", p50 ").append(ms(latency.p50())).append(", p95 ").append(ms(latency.p95()));
      text.append(", p99 ").append(ms(latency.p99()));
    }
    text.append(", errors ").append(measured.errors());
    measured
        .faults()
        .forEach(fault ->
            text.append("\n             ")
                .append(fault.count())
                .append(" × ")
                .append(fault.reason()));
    return line(what, text.toString());
  }

  private static String text(ProbeReport.Log log) {
    if (log.path() == null) {
      return "skipped (no --log-file)";
    }
    var scan = log.scan();
    return scan == null
        ? "there is none at " + log.path()
        : scan.lines()
            + " lines during the run, "
            + scan.warnings()
            + " warnings, "
            + scan.errors()
            + " errors, "
            + scan.statsLines()
            + " of tools/list stats";
  }
}

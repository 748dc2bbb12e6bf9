package dev.belay.probe.report;

import dev.belay.probe.oneshot.Embedding;
import dev.belay.probe.oneshot.ProbeReport;
import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Series.Regression;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes reports for people: a sweep as Markdown, a probe as a few lines. */
public final class ProbeReportText {
  private ProbeReportText() {}

  /** {@return a sweep as Markdown} */
  public static String of(SweepReport report) {
    var slo = report.plan().slo();
    return """
    # %s

    - Measured: %s
    - Health: %s
    - SLO: p95 <= %s ms, p99 <= %s ms

    %s
    %s%s\
    """
        .formatted(
            title(report),
            report.at(),
            report.health().text(),
            figure(slo.p95Ms(), 0),
            figure(slo.p99Ms(), 0),
            table(titles(report), report.points().stream().map(ProbeReportText::row).toList()),
            list(conclusion(report)),
            faults(report));
  }

  /** {@return a sweep as a table for a terminal, with its conclusions} */
  public static String plain(SweepReport report) {
    var slo = report.plan().slo();
    var rows = new ArrayList<List<String>>();
    rows.add(titles(report));
    report.points().forEach(point -> rows.add(row(point)));
    return title(report)
        + "\nhealth "
        + report.health().text()
        + ", objective p95 <= "
        + figure(slo.p95Ms(), 0)
        + " ms, p99 <= "
        + figure(slo.p99Ms(), 0)
        + " ms\n\n"
        + aligned(rows)
        + "\n"
        + String.join("\n", conclusion(report))
        + "\n"
        + faults(report).replace("\n## What failed\n", "").replace("\n- ", "\n");
  }

  private static String aligned(List<List<String>> rows) {
    var text = new StringBuilder();
    for (var row : rows) {
      for (int i = 0; i < row.size(); i++) {
        int column = i;
        int width = rows.stream().mapToInt(one -> one.get(column).length()).max().orElse(0);
        text.append(i == 0 ? "" : "  ").repeat(' ', width - row.get(i).length()).append(row.get(i));
      }
      text.append('\n');
    }
    return text.toString();
  }

  /** {@return a probe as a few lines, without those about what was skipped} */
  public static String of(ProbeReport report) {
    var sequence = report.sequence();
    return line("target", report.target())
        + line("health", report.health().text())
        + line(
            "tools/list",
            "%d tools, %d bytes, first call %s"
                .formatted(report.toolCount(), report.payloadBytes(), ms(report.firstCallMs())))
        + embeddings(report.embedding())
        + line(
            "sequential",
            "%d calls: first %s, second %s, min %s, median %s, max %s%s"
                .formatted(
                    sequence.times().size(),
                    ms(sequence.at(0)),
                    ms(sequence.at(1)),
                    ms(sequence.min()),
                    ms(sequence.median()),
                    ms(sequence.max()),
                    report.sequentialErrors() == 0 ? "" : ", errors " + report.sequentialErrors()))
        + bench("small bench", report.small())
        + bench("large bench", report.large())
        + log(report.log());
  }

  private static String embeddings(Embedding embedding) {
    return switch (embedding) {
      case Embedding.Skipped _ -> "";
      case Embedding.Vectors(int count, int dimension) ->
          line("embeddings", count + " vectors of dimension " + dimension);
      case Embedding.Broken(String why) -> line("embeddings", "failed (" + why + ")");
    };
  }

  /** {@return the heading of a sweep in every form} */
  static String title(SweepReport report) {
    return report.asked() + " " + report.plan().mode().key() + " sweep: " + report.target();
  }

  /** {@return the headings of the table of points} */
  static List<String> titles(SweepReport report) {
    var titles = new ArrayList<>(List.of(report.plan().mode().title()));
    Column.TABLE.forEach(column -> titles.add(column.title));
    return titles;
  }

  /** {@return a point as a row of that table} */
  static List<String> row(Point point) {
    var row = new ArrayList<>(List.of(load(point.load())));
    Column.TABLE.forEach(column -> row.add(column.shown(column.of(point.measured()))));
    return row;
  }

  /** {@return a Markdown table, aligned to the right} */
  static String table(List<String> titles, List<List<String>> rows) {
    var text = new StringBuilder();
    text.append("| ").append(String.join(" | ", titles)).append(" |\n");
    text.append("| ").append(String.join(" | ", Collections.nCopies(titles.size(), "---:")));
    text.append(" |\n");
    rows.forEach(row -> text.append("| ").append(String.join(" | ", row)).append(" |\n"));
    return text.toString();
  }

  /** {@return knee, recommendation and comparison with a baseline, one sentence each} */
  static List<String> conclusion(SweepReport report) {
    var key = report.plan().mode().key();
    var knee = report.knee();
    var recommended = report.recommendation();
    var best = recommended.load();
    var found = new ArrayList<String>();
    found.add(
        "Estimated knee %s: ".formatted(key)
            + (knee == null
                ? "not detected"
                : "%s (%s: %s)"
                    .formatted(load(knee.load()), knee.rule().wire(), knee.rule().text())));
    found.add("Recommended %s: %s".formatted(key, best == null ? "none" : load(best)));
    found.add("Reason: " + recommended.reason());
    var check = report.baseline();
    if (check != null) {
      found.add(
          "Baseline: "
              + check.path()
              + (check.loaded() ? ", compared" : ", nothing to compare with")
              + (check.written() ? ", written" : ""));
      check.regressions().forEach(one -> found.add(text(one)));
    }
    return found;
  }

  /** {@return sentences as a Markdown list} */
  static String list(List<String> sentences) {
    var text = new StringBuilder();
    sentences.forEach(one -> text.append("- ").append(one).append('\n'));
    return text.toString();
  }

  /** {@return a regression as a sentence} */
  static String text(Regression one) {
    return "Regression: at %s, %s is %s, was %s (bound %s)"
        .formatted(
            load(one.load()),
            one.figure(),
            figure(one.observed(), 2),
            figure(one.before(), 2),
            figure(one.threshold(), 2));
  }

  private static String faults(SweepReport report) {
    var found = new ArrayList<String>();
    for (var point : report.points()) {
      var load = load(point.load());
      for (var fault : point.measured().faults()) {
        found.add(
            "At %s, %d failed: %s"
                .formatted(load, fault.count(), fault.reason().replace('\n', ' ')));
      }
      if (point.measured().stopped() != null) {
        found.add("Stopped at %s: %s".formatted(load, point.measured().stopped()));
      }
    }
    return found.isEmpty() ? "" : "\n## What failed\n\n" + list(found);
  }

  private static String line(String what, String text) {
    return (what + ":            ").substring(0, 13) + text + "\n";
  }

  private static String ms(double figure) {
    return Double.isFinite(figure) ? figure(figure, 2) + " ms" : "-";
  }

  private static String bench(String name, ProbeReport.@Nullable Bench bench) {
    if (bench == null) {
      return "";
    }
    var measured = bench.measured();
    var latency = measured.latency();
    var text = new StringBuilder();
    text.append(measured.total()).append(" calls, ").append(bench.concurrency());
    text.append(" at once: ").append(figure(measured.rate(), 2)).append(" rps");
    if (latency != null) {
      text.append(", p50 ").append(ms(latency.p50())).append(", p95 ").append(ms(latency.p95()));
      text.append(", p99 ").append(ms(latency.p99()));
    }
    text.append(", errors ").append(measured.errors());
    for (var fault : measured.faults()) {
      text.append("\n             ").append(fault.count()).append(" × ").append(fault.reason());
    }
    return line(name, text.toString());
  }

  private static String log(ProbeReport.Log log) {
    if (log.path() == null) {
      return "";
    }
    var scan = log.scan();
    return line(
        "log",
        scan == null
            ? "there is none at " + log.path()
            : "%d lines during the run, %d warnings, %d errors, %d of tools/list stats"
                .formatted(scan.lines(), scan.warnings(), scan.errors(), scan.statsLines()));
  }

  /** {@return a load for people} */
  static String load(double load) {
    return PrettyJson.load(load).toPlainString();
  }

  /** {@return a figure with that many decimals; a dash if it is absent} */
  static String figure(double figure, int places) {
    var rounded = PrettyJson.rounded(figure, places);
    return rounded == null ? "-" : rounded.toPlainString();
  }
}

package dev.belay.probe.report;

import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Comparison of two reports on the same request.
 *
 * @param regressions of the second one beyond the tolerance
 */
public record Comparison(Series before, Series after, List<Regression> regressions) {
  private static final double PERCENT = 100;
  private static final List<Column> SHOWN = List.of(Column.RPS, Column.P95, Column.P99);

  /** Every load is compared, even one that never met an objective. */
  private static final Slo ANY = new Slo(Double.MAX_VALUE, Double.MAX_VALUE);

  public Comparison {
    regressions = List.copyOf(regressions);
  }

  /**
   * Compares two files.
   *
   * @throws UnreadableReport if one is not the report of a sweep, or they have no load in common
   */
  public static Comparison of(Path before, Path after, Tolerance tolerance)
      throws UnreadableReport {
    var one = SeriesFile.report(before);
    var two = SeriesFile.report(after);
    if (one.mode() != two.mode()
        || two.points().stream().noneMatch(point -> one.at(point.load()) != null)) {
      throw new UnreadableReport(before + " and " + after + " have no load in common");
    }
    return new Comparison(one, two, one.regressions(two, tolerance, ANY));
  }

  /** {@return both, load by load, as a Markdown table} */
  public String text() {
    var titles = new ArrayList<>(List.of(before.mode().title()));
    SHOWN.forEach(column -> {
      var name = column.title.replace(" (ms)", "");
      titles.addAll(List.of(name + " A", name + " B", "change"));
    });
    var rows = new ArrayList<List<String>>();
    for (var now : after.points()) {
      var then = before.at(now.load());
      if (then != null) {
        rows.add(row(then, now));
      }
    }
    return "A: %s\nB: %s\n\n%s\n"
            .formatted(about(before), about(after), ProbeReportText.table(titles, rows))
        + (regressions.isEmpty()
            ? "No regression.\n"
            : ProbeReportText.list(regressions.stream().map(ProbeReportText::text).toList()));
  }

  private static String about(Series series) {
    return series.request() + " of " + series.target();
  }

  private static List<String> row(Figures then, Figures now) {
    var row = new ArrayList<>(List.of(ProbeReportText.load(now.load())));
    for (var column : SHOWN) {
      double was = column.of(then);
      double is = column.of(now);
      double change = PERCENT * (is - was) / was;
      row.addAll(
          List.of(
              column.shown(was),
              column.shown(is),
              Double.isFinite(change)
                  ? (change >= 0 ? "+" : "") + ProbeReportText.figure(change, 1) + " %"
                  : "-"));
    }
    return row;
  }
}

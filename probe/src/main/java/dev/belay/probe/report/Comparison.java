package dev.belay.probe.report;

import dev.belay.probe.report.ReportNames.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.nio.file.Path;
import java.util.List;

/**
 * Two reports of the same question beside each other.
 *
 * @param regressions what is worse in the second than may be
 */
public record Comparison(Series before, Series after, List<Regression> regressions) {
  private static final double PERCENT = 100;

  /** Every load is compared, also one that never was fast enough. */
  private static final Slo ANY = new Slo(Double.MAX_VALUE, Double.MAX_VALUE);

  public Comparison {
    regressions = List.copyOf(regressions);
  }

  /**
   * Compares two files.
   *
   * @throws UnreadableReport if one is no report of a sweep, or they have no load in common
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

  /** {@return both, load by load, as a table of Markdown} */
  public String text() {
    var text = new StringBuilder();
    text.append("A: ").append(about(before)).append("\nB: ").append(about(after)).append("\n\n");
    text.append("| ").append(before.mode().title());
    text.append(" | RPS A | RPS B | change | p95 A | p95 B | change | p99 A | p99 B | change |\n");
    text.append("| ---: ".repeat(10)).append("|\n");
    for (var now : after.points()) {
      var then = before.at(now.load());
      if (then != null) {
        text.append(row(then, now));
      }
    }
    text.append('\n');
    for (var one : regressions) {
      text.append("- Regression: ").append(SweepMarkdown.text(one)).append('\n');
    }
    return text.append(regressions.isEmpty() ? "No regression.\n" : "").toString();
  }

  private static String about(Series series) {
    return series.request() + " of " + series.target();
  }

  private static String row(Figures then, Figures now) {
    return "| "
        + String.join(
            " | ",
            SweepMarkdown.load(now.load()),
            pair(then.rps(), now.rps()),
            pair(then.p95Ms(), now.p95Ms()),
            pair(then.p99Ms(), now.p99Ms()))
        + " |\n";
  }

  private static String pair(double then, double now) {
    double change = PERCENT * (now - then) / then;
    var sign = change >= 0 ? "+" : "";
    return SweepMarkdown.figure(then, 2)
        + " | "
        + SweepMarkdown.figure(now, 2)
        + " | "
        + (Double.isFinite(change) ? sign + SweepMarkdown.figure(change, 1) + " %" : "-");
  }
}

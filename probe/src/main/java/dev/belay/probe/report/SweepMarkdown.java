package dev.belay.probe.report;

import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Series.Regression;
import org.jspecify.annotations.Nullable;

/** A sweep for people, as Markdown. */
public final class SweepMarkdown {
  private SweepMarkdown() {}

  /** {@return the report as Markdown} */
  public static String of(SweepReport report) {
    var plan = report.plan();
    var text = new StringBuilder();
    text.append("# ").append(title(report)).append("\n\n");
    text.append("- Measured: ").append(report.at()).append('\n');
    text.append("- Health: ").append(report.health().text()).append('\n');
    text.append("- SLO: p95 <= ").append(figure(plan.slo().p95Ms(), 0));
    text.append(" ms, p99 <= ").append(figure(plan.slo().p99Ms(), 0)).append(" ms\n\n");
    text.append("| ").append(plan.mode().title());
    text.append(" | Total | Errors | RPS | p50 (ms) | p95 (ms) | p99 (ms) |\n");
    text.append("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
    for (var point : report.points()) {
      text.append(row(point));
    }
    text.append('\n').append(conclusion(report));
    return text.append(faults(report)).toString();
  }

  /** {@return the heading of every form of the report} */
  static String title(SweepReport report) {
    return report.asked() + " " + report.plan().mode().key() + " sweep: " + report.target();
  }

  private static String row(Point point) {
    var latency = point.measured().latency();
    return "| "
        + String.join(
            " | ",
            load(point.load()),
            Integer.toString(point.total()),
            Integer.toString(point.errors()),
            figure(point.rps(), 2),
            ms(latency == null ? null : latency.p50()),
            ms(latency == null ? null : latency.p95()),
            ms(latency == null ? null : latency.p99()))
        + " |\n";
  }

  /** {@return knee, recommendation and regressions, one line each} */
  static String conclusion(SweepReport report) {
    var key = report.plan().mode().key();
    var knee = report.knee();
    var recommended = report.recommendation();
    var best = recommended.load();
    var text = new StringBuilder();
    text.append("- Estimated knee ").append(key).append(": ");
    text.append(knee == null ? "not detected" : load(knee.load()));
    text.append(knee == null ? "" : " (" + knee.rule().wire() + ": " + knee.rule().text() + ")");
    text.append("\n- Recommended ").append(key).append(": ");
    text.append(best == null ? "none" : load(best)).append('\n');
    text.append("- Reason: ").append(recommended.reason()).append('\n');
    var check = report.baseline();
    if (check != null) {
      text.append("- Baseline: ").append(check.path());
      text.append(check.loaded() ? ", compared" : ", nothing to compare with");
      text.append(check.written() ? ", written\n" : "\n");
      check
          .regressions()
          .forEach(one -> text.append("- Regression: ").append(text(one)).append('\n'));
    }
    return text.toString();
  }

  /** {@return a regression in words} */
  static String text(Regression one) {
    return "at "
        + load(one.load())
        + ", "
        + one.figure()
        + " is "
        + figure(one.observed(), 2)
        + ", was "
        + figure(one.before(), 2)
        + " (bound "
        + figure(one.threshold(), 2)
        + ")";
  }

  private static String faults(SweepReport report) {
    var text = new StringBuilder();
    for (var point : report.points()) {
      for (var fault : point.measured().faults()) {
        text.append("- At ").append(load(point.load())).append(", ").append(fault.count());
        text.append(" failed: ").append(fault.reason().replace('\n', ' ')).append('\n');
      }
      var stopped = point.measured().stopped();
      if (stopped != null) {
        text.append("- Stopped at ").append(load(point.load())).append(": ").append(stopped);
        text.append('\n');
      }
    }
    return text.isEmpty() ? "" : "\n## What failed\n\n" + text;
  }

  private static String ms(@Nullable Double figure) {
    return figure == null ? "-" : figure(figure, 2);
  }

  /** {@return a load as people write it} */
  static String load(double load) {
    return JsonText.load(load).toPlainString();
  }

  /** {@return a figure with so many places} */
  static String figure(double figure, int places) {
    var rounded = JsonText.rounded(figure, places);
    return rounded == null ? "-" : rounded.toPlainString();
  }
}

package dev.belay.probe.report;

import dev.belay.probe.report.Chart.Curve;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** A sweep as one page for a browser: two charts and a table, without scripts or other files. */
public final class SweepPage {
  private SweepPage() {}

  /** {@return the report as HTML that is XML as well} */
  public static String of(SweepReport report) {
    var title = Xml.text(ReportText.title(report));
    var page = new StringBuilder();
    page.append("<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n")
        .append("<head>\n<meta charset=\"utf-8\"/>\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n")
        .append("<title>")
        .append(title)
        .append("</title>\n<style>\n")
        .append(style())
        .append("</style>\n</head>\n<body>\n<h1>")
        .append(title)
        .append("</h1>\n");
    page.append("<p class=\"quiet\">").append(Xml.text(about(report))).append("</p>\n<ul>\n");
    for (var sentence : ReportText.conclusion(report)) {
      page.append("<li>").append(Xml.text(sentence)).append("</li>\n");
    }
    page.append("</ul>\n");
    figure(page, "Throughput", throughput(report));
    figure(page, "Latency", latency(report));
    table(page, report);
    return page.append("</body>\n</html>\n").toString();
  }

  private static String about(SweepReport report) {
    return report.at()
        + " · "
        + report.plan().total()
        + " requests a point · SLO p95 "
        + ReportText.load(report.plan().slo().p95Ms())
        + " ms, p99 "
        + ReportText.load(report.plan().slo().p99Ms())
        + " ms · health "
        + report.health().text();
  }

  private static void figure(StringBuilder page, String caption, Chart chart) {
    page.append("<figure>\n<figcaption>")
        .append(caption)
        .append("</figcaption>\n")
        .append(chart.svg())
        .append("</figure>\n");
  }

  private static Chart throughput(SweepReport report) {
    return chart(
        report, "Throughput", "answers/s", List.of(curve(report, "RPS", Column.RPS, Double.NaN)));
  }

  private static Chart latency(SweepReport report) {
    var slo = report.plan().slo();
    return chart(
        report,
        "Latency",
        "ms",
        List.of(
            curve(report, "p50", Column.P50, Double.NaN),
            curve(report, "p95", Column.P95, slo.p95Ms()),
            curve(report, "p99", Column.P99, slo.p99Ms())));
  }

  private static Chart chart(SweepReport report, String title, String unit, List<Curve> curves) {
    var knee = report.knee();
    return new Chart(
        title + " against " + report.plan().mode().key(),
        unit,
        report.plan().mode().title(),
        curves,
        report.recommendation().load(),
        knee == null ? null : knee.load());
  }

  private static Curve curve(SweepReport report, String name, Column column, double bound) {
    return new Curve(
        name,
        report.points().stream()
            .filter(point -> Double.isFinite(column.of(point.measured())))
            .map(point ->
                new Curve.Spot(point.load(), column.of(point.measured()), point.errors() > 0))
            .toList(),
        bound);
  }

  private static void table(StringBuilder page, SweepReport report) {
    page.append("<div class=\"scroll\">\n<table>\n<thead>");
    row(page, "<tr>", "th", ReportText.titles(report));
    page.append("</thead>\n<tbody>\n");
    var best = report.recommendation().load();
    for (var point : report.points()) {
      boolean isBest = best != null && best == point.load();
      row(page, isBest ? "<tr class=\"best\">" : "<tr>", "td", ReportText.row(point));
    }
    page.append("</tbody>\n</table>\n</div>\n");
  }

  private static void row(StringBuilder page, String begin, String cell, List<String> texts) {
    page.append(begin);
    for (var text : texts) {
      page.append('<').append(cell).append('>').append(Xml.text(text));
      page.append("</").append(cell).append('>');
    }
    page.append("</tr>\n");
  }

  private static String style() {
    try (InputStream in =
        Objects.requireNonNull(SweepPage.class.getResourceAsStream("sweep.css"), "sweep.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

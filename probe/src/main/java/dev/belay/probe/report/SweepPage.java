package dev.belay.probe.report;

import dev.belay.probe.report.Chart.Curve;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Writes a sweep as a web page with two charts and a table, without scripts or further files. */
public final class SweepPage {
  private SweepPage() {}

  /** {@return the report as HTML that is XML as well} */
  public static String of(SweepReport report) {
    var title = ProbeReportText.title(report);
    var page = new Xml().raw("<!DOCTYPE html>\n");
    page.begin("html", "xmlns", "http://www.w3.org/1999/xhtml", "lang", "en")
        .begin("head")
        .empty("meta", "charset", "utf-8")
        .empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .element("title", title)
        .begin("style")
        .raw(style())
        .end("style")
        .end("head")
        .begin("body")
        .element("h1", title)
        .element("p", about(report), "class", "quiet")
        .begin("ul");
    ProbeReportText.conclusion(report).forEach(sentence -> page.element("li", sentence));
    page.end("ul");
    figure(page, "Throughput", throughput(report));
    figure(page, "Latency", latency(report));
    table(page, report);
    return page.end("body").end("html").toString();
  }

  private static String about(SweepReport report) {
    return report.at()
        + " · "
        + report.plan().total()
        + " requests a point · SLO p95 "
        + ProbeReportText.load(report.plan().slo().p95Ms())
        + " ms, p99 "
        + ProbeReportText.load(report.plan().slo().p99Ms())
        + " ms · health "
        + report.health().text();
  }

  private static void figure(Xml page, String caption, Chart chart) {
    page.begin("figure").element("figcaption", caption).raw(chart.svg()).end("figure");
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

  private static void table(Xml page, SweepReport report) {
    page.begin("div", "class", "scroll").begin("table").begin("thead").begin("tr");
    ProbeReportText.titles(report).forEach(title -> page.element("th", title));
    page.end("tr").end("thead").begin("tbody");
    var best = report.recommendation().load();
    for (var point : report.points()) {
      boolean isBest = best != null && best == point.load();
      page.begin("tr", isBest ? new Object[] {"class", "best"} : new Object[0]);
      ProbeReportText.row(point).forEach(cell -> page.element("td", cell));
      page.end("tr");
    }
    page.end("tbody").end("table").end("div");
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

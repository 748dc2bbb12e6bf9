package dev.belay.probe.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.probe.peer.PlainHttp.Health;
import dev.belay.probe.peer.ProbeRequest;
import dev.belay.probe.report.Baselines.BaselineCheck;
import dev.belay.probe.sweep.Point;
import dev.belay.probe.sweep.Points;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.SweepPlan;
import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import dev.belay.testkit.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

@DisplayName("Reports of a sweep: JSON by its schema, Markdown, and a page with curves")
final class SweepReportTest {
  private static final Slo SLO = new Slo(400, 500);

  private static SweepReport report(Mode mode, List<Point> points) {
    var loads = points.stream().map(Point::load).toList();
    var plan = new SweepPlan(mode, loads, 1000, 2, Duration.ofSeconds(30), 1000, SLO);
    return new SweepReport(
        "http://127.0.0.1:3002/mcp",
        Instant.parse("2026-11-01T12:00:00Z"),
        new Health(true, "200"),
        ProbeRequest.toolsList(),
        plan,
        points,
        null);
  }

  private static List<Point> withOneThatFails() {
    var points = new ArrayList<>(Points.cliff());
    points.add(Points.failing(200, 0, 0, 0, 1000));
    return points;
  }

  @Test
  @DisplayName("S4-29, S4-30, S4-31: per point figures, the knee, the recommendation")
  void jsonTellsAll() throws IOException {
    var text = ReportJson.of(report(Mode.CLOSED, withOneThatFails()));

    assertThat(Schemas.faults("sweep-v1.schema.json", text)).isEmpty();
    var json = Json.parse(text.strip());
    assertThat(json.at("schema").text()).isEqualTo("belay.sweep.v1");
    assertThat(json.at("generated_at").text()).isEqualTo("2026-11-01T12:00:00Z");
    assertThat(json.at("points").items()).hasSize(5);
    var first = json.at("points").items().getFirst();
    assertThat(first.at("concurrency").number(0)).isEqualTo(40);
    assertThat(first.at("rps").raw()).isEqualTo("800.00");
    assertThat(first.at("p95_ms").raw()).isEqualTo("140.000");
    assertThat(first.at("elapsed_s").raw()).isEqualTo("1.250");
    var last = json.at("points").items().getLast();
    assertThat(last.at("errors").number(0)).isEqualTo(1000);
    assertThat(last.at("p95_ms").raw()).isEqualTo("null");
    assertThat(last.at("error_reasons").items().getFirst().at("reason").text())
        .isEqualTo("it did not want to");
    var recommendation = json.at("recommendation");
    assertThat(recommendation.at("recommended_concurrency").number(0)).isEqualTo(120);
    assertThat(recommendation.at("feasible_concurrency").items())
        .extracting(Json::raw)
        .containsExactly("40", "80", "120");
    assertThat(recommendation.at("knee_concurrency").number(0)).isEqualTo(160);
    assertThat(recommendation.at("knee_rule").text()).isEqualTo("cliff");
    assertThat(json.at("summary", "error_total").number(0)).isEqualTo(1000);
    assertThat(json.at("summary", "mean_rps").raw()).isEqualTo("670.60");
    assertThat(json.at("baseline").raw()).isEqualTo("null");
  }

  @Test
  void jsonOfRatesKeepsTheSchemaToo() throws IOException {
    var worse = List.of(new Regression(100, "rps", 1, 9, 4.5));
    var check = new BaselineCheck(Path.of("b.json"), true, false, worse);
    var text = ReportJson.of(report(Mode.OPEN, Points.of("0.5 0.5 1 2", "100 99 1 2")).with(check));

    assertThat(Schemas.faults("sweep-v1.schema.json", text)).isEmpty();
    var json = Json.parse(text.strip());
    assertThat(json.at("rate_values").items()).extracting(Json::raw).containsExactly("0.5", "100");
    assertThat(json.at("recommendation", "recommended_rate").number(0)).isEqualTo(100);
    assertThat(json.at("baseline", "regressions").items().getFirst().at("rate").number(0))
        .isEqualTo(100);
  }

  @Test
  @DisplayName("The schema notices what is missing: it is no mere decoration")
  void theSchemaBites() throws IOException {
    var text = ReportJson.of(report(Mode.CLOSED, Points.cliff()));

    assertThat(Schemas.faults("sweep-v1.schema.json", text.replace("\"rps\"", "\"rqs\"")))
        .isNotEmpty();
    assertThat(Schemas.faults("sweep-v1.schema.json", text.replace("belay.sweep.v1", "v2")))
        .isNotEmpty();
  }

  @Test
  void markdownTellsThePeople() {
    var text = ProbeReportText.of(report(Mode.CLOSED, withOneThatFails()));

    assertThat(text)
        .startsWith("# tools/list concurrency sweep: http://127.0.0.1:3002/mcp\n")
        .contains(
            "- SLO: p95 <= 400 ms, p99 <= 500 ms\n",
            "| Concurrency | Total | Errors | RPS | p50 (ms) | p95 (ms) | p99 (ms) |\n",
            "| 40 | 1000 | 0 | 800.00 | 70.00 | 140.00 | 190.00 |\n",
            "| 200 | 1000 | 1000 | 0.00 | - | - | - |\n",
            "- Estimated knee concurrency: 160 (cliff: p95 rose to 1.8 times",
            "- Recommended concurrency: 120\n",
            "- Reason: selected highest-RPS point within SLO bounds\n",
            "- At 200, 1000 failed: it did not want to\n");
  }

  @Test
  void bothSayWhenThereIsNothing() throws Exception {
    var nothing = report(Mode.CLOSED, Points.of("1"));
    assertThat(parse(SweepPage.of(nothing)).getElementsByTagName("svg").getLength()).isEqualTo(4);
    assertThat(ProbeReportText.of(nothing))
        .contains(
            "- Estimated knee concurrency: not detected\n", "- Recommended concurrency: none\n");
  }

  @Test
  @DisplayName(
      "The page is well-formed, needs nothing else, and draws each point where it belongs; REQ-18:"
          + " p50 is drawn and listed, and a wide table scrolls by itself")
  void thePageDrawsThePoints() throws Exception {
    var points = withOneThatFails();
    var page = SweepPage.of(report(Mode.CLOSED, points));

    assertThat(page).doesNotContain("<script", "<link", "src=", "@import", "url(");
    assertThat(page)
        .contains("prefers-color-scheme: dark", "<th>p50 (ms)</th>", "<td>70.00</td>")
        .contains("<div class=\"scroll\">", ".scroll { overflow-x: auto; }")
        .contains("@media (max-width: 30rem)");
    var document = parse(page);
    var charts = document.getElementsByTagName("svg");
    assertThat(charts.getLength()).as("both, for wide and for narrow screens").isEqualTo(4);
    var throughput = spots((Element) charts.item(0), "RPS");
    assertThat(throughput)
        .extracting(spot -> spot.getAttribute("data-load"))
        .containsExactly("40", "80", "120", "160", "200");
    assertThat(throughput)
        .extracting(spot -> spot.getAttribute("data-value"))
        .containsExactly("800.00", "820.00", "1060.00", "673.00", "0.00");
    var latency = (Element) charts.item(2);
    assertThat(spots(latency, "p50")).hasSize(4);
    assertThat(spots(latency, "p95")).hasSize(4);
    assertThat(spots(latency, "p99"))
        .extracting(spot -> spot.getAttribute("data-value"))
        .containsExactly("190.00", "390.00", "373.00", "1042.00");
    // Greater values are further up, and greater loads further right.
    assertThat(spots(latency, "p99").getLast())
        .satisfies(top ->
            assertThat(number(top, "cy"))
                .isLessThan(number(spots(latency, "p95").getLast(), "cy")));
    assertThat(throughput).extracting(spot -> number(spot, "cx")).isSorted();
    for (int i = 0; i < 4; i++) {
      var spots = spots((Element) charts.item(i), i < 2 ? "RPS" : "p50");
      assertThat(marks((Element) charts.item(i)))
          .as("what is recommended, and the knee, are drawn where their points are")
          .containsExactly(number(spots.get(3), "cx"), number(spots.get(2), "cx"));
    }
    assertThat(throughput.get(2).getAttribute("class")).contains("best");
    assertThat(throughput.get(4).getAttribute("class")).contains("failed");
  }

  @Test
  @DisplayName("REQ-18: no text of a chart overprints another, and no line strikes through one")
  void textsOfChartsCanBeRead() throws Exception {
    var close = Points.of("40 800 140 141", "80 820 260 262", "85 1060 309 310", "90 673 664 666");
    for (var points : List.of(Points.cliff(), Points.gradual(), close)) {
      var charts = parse(SweepPage.of(report(Mode.CLOSED, points))).getElementsByTagName("svg");
      for (int i = 0; i < 4; i++) {
        var boxes = boxes((Element) charts.item(i));
        for (int n = 0; n < boxes.size(); n++) {
          var one = boxes.get(n);
          assertThat(boxes.subList(n + 1, boxes.size())).noneMatch(one::meets);
          assertThat(lines((Element) charts.item(i))).noneMatch(one::isStruckBy);
        }
      }
    }
  }

  /** The approximate place of a text: a character of 12 or 13 pixels is at most 7.5 wide. */
  private record Box(String text, double left, double right, double top, double bottom) {
    boolean meets(Box other) {
      return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
    }

    /** Returns whether a vertical line crosses it. */
    boolean isStruckBy(Element line) {
      double x = number(line, "x1");
      return left < x && x < right && number(line, "y1") < bottom && number(line, "y2") > top;
    }
  }

  private static List<Element> elements(Element chart, String tag) {
    var all = chart.getElementsByTagName(tag);
    return IntStream.range(0, all.getLength()).mapToObj(i -> (Element) all.item(i)).toList();
  }

  private static List<Element> lines(Element chart) {
    return elements(chart, "line").stream()
        .filter(line -> line.getAttribute("class").startsWith("mark "))
        .toList();
  }

  private static List<Box> boxes(Element chart) {
    var found = new ArrayList<Box>();
    for (var text : elements(chart, "text")) {
      var style = List.of(text.getAttribute("class").split(" ", -1));
      double width = 7.0 * text.getTextContent().length();
      double x = number(text, "x");
      double left =
          style.contains("end") ? x - width : style.contains("middle") ? x - width / 2 : x;
      double y = number(text, "y");
      found.add(new Box(text.getTextContent(), left, left + width, y - 10, y + 2));
    }
    return found;
  }

  @Test
  void namesFromOutsideCannotBreakThePage() throws Exception {
    var plain = report(Mode.CLOSED, Points.cliff());
    var odd =
        new SweepReport(
            "<script>alert(1)</script>&\u0000\"",
            plain.at(),
            new Health(false, "<b>"),
            ProbeRequest.toolCall("a<b", "{}"),
            plain.plan(),
            plain.points(),
            null);

    var page = SweepPage.of(odd);

    assertThat(page).doesNotContain("<script").contains("&lt;script&gt;");
    assertThat(parse(page).getElementsByTagName("h1").item(0).getTextContent())
        .startsWith("tools/call a<b concurrency sweep: <script>");
  }

  @Test
  @DisplayName("S4-28: the names of the reports")
  void reportsLieWhereTheSeedSays() {
    var place = ReportFiles.place(URI.create("http://127.0.0.1:3002/mcp"));
    assertThat(ReportFiles.sweep(place, ProbeRequest.toolsList(), Mode.CLOSED, "json"))
        .hasToString(
            ".run/reports/mcp-tools-list-observability-127_0_0_1-3002-concurrency-sweep.json");
    assertThat(ReportFiles.place(URI.create("https://example.com/mcp")))
        .isEqualTo("example_com-443");
    assertThat(ReportFiles.place(URI.create("http://[::1]/"))).isEqualTo("___1_-80");
    assertThat(
            ReportFiles.sweep(
                ReportFiles.place("files"), ProbeRequest.toolCall("a/b", "{}"), Mode.OPEN, "md"))
        .hasToString(".run/reports/mcp-tools-call-a_b-observability-stdio-files-rate-sweep.md");
    assertThat(ReportFiles.baseline("../x")).hasToString(".run/baselines/___x.json");
    assertThat(ReportFiles.brief(ProbeRequest.toolsList(), Mode.CLOSED, "json"))
        .isEqualTo("tools-list-concurrency.json");
    assertThat(ReportFiles.brief(ProbeRequest.toolCall("a/b", "{}"), Mode.OPEN, "md"))
        .isEqualTo("a_b-rate.md");
  }

  private static Document parse(String page) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setFeature("http://apache.org/xml/features/nonvalidating/load-external-dtd", false);
    return factory
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
  }

  private static List<Element> spots(Element chart, String curve) {
    return elements(chart, "circle").stream()
        .filter(it -> List.of(it.getAttribute("class").split(" ", -1)).contains(curve))
        .toList();
  }

  private static List<Double> marks(Element chart) {
    return lines(chart).stream().map(line -> number(line, "x1")).toList();
  }

  private static double number(Element element, String attribute) {
    return Double.parseDouble(element.getAttribute(attribute));
  }

  @Test
  @DisplayName("HOUR-13: a terminal gets an aligned table and plain sentences, and no Markdown")
  void aTerminalGetsATable() {
    var text = ProbeReportText.plain(report(Mode.CLOSED, withOneThatFails()));
    assertThat(text).doesNotContain("|", "# ", "\n- ");
    var lines = text.lines().toList();
    assertThat(lines.get(3)).startsWith("Concurrency  Total");
    assertThat(lines.subList(3, 9)).extracting(String::length).containsOnly(lines.get(3).length());
    assertThat(text).contains("\nRecommended concurrency: 120\n", "\nAt 200, ");
  }
}

package dev.belay.probe.report;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.SweepPlan.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the figures of reports and baselines. */
final class SeriesFile {
  private final Path path;
  private final byte[] bytes;

  private SeriesFile(Path path, byte[] bytes) {
    this.path = path;
    this.bytes = bytes;
  }

  /** {@return the figures of a sweep's report} */
  static Series report(Path path) throws UnreadableReport {
    var file = open(path);
    return file.series(file.whole(ReportJson.SWEEP));
  }

  /** {@return all series of a baseline} */
  static List<Series> baseline(Path path) throws UnreadableReport {
    var file = open(path);
    var all = new ArrayList<Series>();
    for (var one : file.items(file.whole(Baselines.SCHEMA), "series")) {
      all.add(file.series(one));
    }
    return all;
  }

  private static SeriesFile open(Path path) throws UnreadableReport {
    try {
      return new SeriesFile(path, Files.readAllBytes(path));
    } catch (NoSuchFileException _) {
      throw new UnreadableReport("cannot read " + path + ": there is no such file");
    } catch (IOException e) {
      throw new UnreadableReport("cannot read " + path + ": " + e);
    }
  }

  private Span whole(String schema) throws UnreadableReport {
    try {
      var whole = Slices.value(bytes);
      if (whole.isObject(bytes) && schema.equals(text(whole, "schema"))) {
        return whole;
      }
    } catch (NotJson e) {
      throw wrong("it is " + e.getMessage());
    }
    throw wrong("its schema is not " + schema);
  }

  private UnreadableReport wrong(String why) {
    return new UnreadableReport(path + " is no such report: " + why);
  }

  private Series series(Span object) throws UnreadableReport {
    var mode = "open".equals(text(object, "mode")) ? Mode.OPEN : Mode.CLOSED;
    var points = new ArrayList<Figures>();
    for (var one : items(object, "points")) {
      points.add(
          new Figures(
              number(one, mode.key()),
              (int) number(one, "errors"),
              number(one, "rps"),
              numberOr(one, "p95_ms", Double.POSITIVE_INFINITY),
              numberOr(one, "p99_ms", Double.POSITIVE_INFINITY)));
    }
    return new Series(text(object, "base_url"), text(object, "request"), mode, points);
  }

  private List<Span> items(Span object, String key) throws UnreadableReport {
    var list = Slices.find(bytes, object, key);
    if (list == null || !list.isArray(bytes)) {
      throw wrong("it has no list of " + key);
    }
    return Slices.items(bytes, list);
  }

  private String text(Span object, String key) throws UnreadableReport {
    var text = Slices.find(bytes, object, key);
    if (text == null || !text.isString(bytes)) {
      throw wrong("it does not tell its " + key);
    }
    return JsonString.decode(bytes, text);
  }

  private double number(Span object, String key) throws UnreadableReport {
    var number = literal(object, key);
    if (number == null) {
      throw wrong("a point does not tell its " + key);
    }
    return Double.parseDouble(number);
  }

  private double numberOr(Span object, String key, double otherwise) {
    var number = literal(object, key);
    return number == null ? otherwise : Double.parseDouble(number);
  }

  private @Nullable String literal(Span object, String key) {
    var number = Slices.find(bytes, object, key);
    return number == null || !number.isNumber(bytes)
        ? null
        : new String(number.of(bytes), StandardCharsets.US_ASCII);
  }
}

package dev.belay.probe.report;

import dev.belay.probe.report.ReportFiles.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Earlier results of servers in a file, to detect regressions. */
public final class Baselines {
  static final String SCHEMA = "belay.baseline.v1";

  private static final List<Column> KEPT =
      List.of(Column.ERRORS, Column.RPS, Column.P95, Column.P99);

  private final Path path;
  private final List<Series> series;

  private Baselines(Path path, List<Series> series) {
    this.path = path;
    this.series = series;
  }

  /**
   * {@return the baselines in the file}
   *
   * @throws UnreadableReport if it does not exist, or is not such a file
   */
  public static Baselines read(Path path) throws UnreadableReport {
    return new Baselines(path, SeriesFile.baseline(path));
  }

  /** {@return the baselines in the file; none if it does not exist yet} */
  public static Baselines readOrBegin(Path path) throws UnreadableReport {
    return Files.exists(path) ? read(path) : new Baselines(path, List.of());
  }

  /** {@return the path of the file} */
  public Path path() {
    return path;
  }

  /** {@return the regressions of a newer run; null if the server has no baseline} */
  public @Nullable List<Regression> regressions(Series newer, Tolerance tolerance, Slo slo) {
    for (var one : series) {
      if (one.isComparable(newer)) {
        return one.regressions(newer, tolerance, slo);
      }
    }
    return null;
  }

  /**
   * {@return these baselines, moved towards a newer run by {@code alpha}; a new server is added
   * unchanged}
   */
  public Baselines with(Series newer, double alpha) {
    var good = newer.withoutErrors();
    var all = new ArrayList<Series>();
    boolean known = false;
    for (var one : series) {
      known |= one.isComparable(good);
      all.add(one.isComparable(good) ? one.towards(good, alpha) : one);
    }
    if (!known) {
      all.add(good);
    }
    return new Baselines(path, all);
  }

  /** Writes the file, and creates its directories if needed. */
  public void write() throws IOException {
    ReportFiles.write(
        path,
        new PrettyJson()
            .with("schema", SCHEMA)
            .with("series", series.stream().map(Baselines::json).toList())
            .text());
  }

  private static PrettyJson json(Series series) {
    var key = series.mode().key();
    return new PrettyJson()
        .with("base_url", series.target())
        .with("request", series.request())
        .with("mode", series.mode().wire())
        .with(
            "points",
            series.points().stream()
                .map(one ->
                    new PrettyJson()
                        .with(key, PrettyJson.load(one.load()))
                        .with(KEPT, column -> column.of(one)))
                .toList());
  }

  /**
   * Result of a comparison with a baseline.
   *
   * @param loaded whether the server had a baseline
   * @param written whether the baseline was updated
   */
  public record BaselineCheck(
      Path path, boolean loaded, boolean written, List<Regression> regressions) {
    public BaselineCheck {
      regressions = List.copyOf(regressions);
    }
  }
}

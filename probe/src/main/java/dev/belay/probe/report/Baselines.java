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

/** What servers did before, kept in a file under a name, to see when they get worse. */
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
   * {@return what is kept there}
   *
   * @throws UnreadableReport if there is nothing, or something else
   */
  public static Baselines read(Path path) throws UnreadableReport {
    return new Baselines(path, SeriesFile.baseline(path));
  }

  /** {@return what is kept there, or nothing yet} */
  public static Baselines readOrBegin(Path path) throws UnreadableReport {
    return Files.exists(path) ? read(path) : new Baselines(path, List.of());
  }

  /** {@return where it is kept} */
  public Path path() {
    return path;
  }

  /** {@return what is worse in a newer run; null if nothing is known of that server} */
  public @Nullable List<Regression> regressions(Series newer, Tolerance tolerance, Slo slo) {
    for (var one : series) {
      if (one.isComparable(newer)) {
        return one.regressions(newer, tolerance, slo);
      }
    }
    return null;
  }

  /** {@return this, moved towards a newer run by {@code alpha}, which is taken as it is if new} */
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

  /** Writes it, with the directories that it needs. */
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
   * What comparing with a baseline came to.
   *
   * @param loaded whether it knew this server
   * @param written whether the points were put into it
   */
  public record BaselineCheck(
      Path path, boolean loaded, boolean written, List<Regression> regressions) {
    public BaselineCheck {
      regressions = List.copyOf(regressions);
    }
  }
}

package dev.belay.probe.report;

import dev.belay.probe.report.ReportNames.UnreadableReport;
import dev.belay.probe.sweep.Series;
import dev.belay.probe.sweep.Series.Figures;
import dev.belay.probe.sweep.Series.Regression;
import dev.belay.probe.sweep.Series.Tolerance;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What servers did before, kept in a file under a name, to see when they get worse. */
public final class Baselines {
  static final String SCHEMA = "belay.baseline.v1";

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
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("schema", SCHEMA);
    json.put("series", series.stream().map(Baselines::json).toList());
    Written.to(path, JsonText.of(json));
  }

  private static Map<String, @Nullable Object> json(Series series) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put("base_url", series.target());
    json.put("request", series.request());
    json.put("mode", series.mode().wire());
    json.put(
        "points", series.points().stream().map(past -> json(past, series.mode().key())).toList());
    return json;
  }

  private static Map<String, @Nullable Object> json(Figures past, String key) {
    var json = new LinkedHashMap<String, @Nullable Object>();
    json.put(key, JsonText.load(past.load()));
    json.put("errors", past.errors());
    json.put("rps", JsonText.rounded(past.rps(), 2));
    json.put("p95_ms", JsonText.rounded(past.p95Ms(), 3));
    json.put("p99_ms", JsonText.rounded(past.p99Ms(), 3));
    return json;
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

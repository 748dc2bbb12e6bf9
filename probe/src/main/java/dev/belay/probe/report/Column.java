package dev.belay.probe.report;

import dev.belay.probe.load.Latency;
import dev.belay.probe.load.Measurement;
import dev.belay.probe.sweep.Series.Figures;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One figure of a {@link Measurement}: its key in JSON, its title in tables, and its rounding in
 * both. Every form of every report takes its figures from here.
 */
enum Column {
  TOTAL("total", "Total", 0, 0),
  ERRORS("errors", "Errors", 0, 0),
  ELAPSED("elapsed_s", "Elapsed (s)", 3, 2),
  RPS("rps", "RPS", 2, 2),
  P50("p50_ms", "p50 (ms)", 3, 2),
  P95("p95_ms", "p95 (ms)", 3, 2),
  P99("p99_ms", "p99 (ms)", 3, 2),
  MIN("min_ms", "min (ms)", 3, 2),
  MEAN("mean_ms", "mean (ms)", 3, 2),
  MAX("max_ms", "max (ms)", 3, 2);

  /** Columns of a table, from left to right, after the load. */
  static final List<Column> TABLE = List.of(TOTAL, ERRORS, RPS, P50, P95, P99);

  final String key;
  final String title;
  private final int places;
  private final int shownPlaces;

  Column(String key, String title, int places, int shownPlaces) {
    this.key = key;
    this.title = title;
    this.places = places;
    this.shownPlaces = shownPlaces;
  }

  /** Supplies the figures of columns. */
  @FunctionalInterface
  interface Source {
    double of(Column column);
  }

  /** {@return the figure; NaN if no request succeeded} */
  double of(Measurement measured) {
    return switch (this) {
      case TOTAL -> measured.total();
      case ERRORS -> measured.errors();
      case ELAPSED -> measured.elapsed().toNanos() / 1e9;
      case RPS -> measured.rate();
      case P50 -> of(measured, Latency::p50);
      case P95 -> of(measured, Latency::p95);
      case P99 -> of(measured, Latency::p99);
      case MIN -> of(measured, Latency::min);
      case MEAN -> of(measured, Latency::mean);
      case MAX -> of(measured, Latency::max);
    };
  }

  private static double of(Measurement measured, ToDoubleFunction<Latency> figure) {
    var latency = measured.latency();
    return latency == null ? Double.NaN : figure.applyAsDouble(latency);
  }

  /** {@return the figure in JSON; null if it is absent} */
  @Nullable BigDecimal json(double value) {
    return PrettyJson.rounded(value, places);
  }

  /** {@return the figure in a table; a dash if it is absent} */
  String shown(double value) {
    return ProbeReportText.figure(value, shownPlaces);
  }

  /** {@return the figure of an earlier run, which kept throughput, errors, p95 and p99 alone} */
  double of(Figures earlier) {
    return switch (this) {
      case ERRORS -> earlier.errors();
      case RPS -> earlier.rps();
      case P95 -> earlier.p95Ms();
      case P99 -> earlier.p99Ms();
      case TOTAL, ELAPSED, P50, MIN, MEAN, MAX -> Double.NaN;
    };
  }
}

package dev.belay.probe.sweep;

import dev.belay.probe.load.Latency;
import dev.belay.probe.load.Measurement;
import dev.belay.probe.load.Measurement.Fault;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fabricated points. */
public final class Points {
  private static final int TOTAL = 1000;

  private Points() {}

  /** A point without errors. */
  public static Point point(double load, double rps, double p95, double p99) {
    return new Point(
        load, measured(TOTAL, 0, rps, new Latency(TOTAL, 1, p95 / 2, p95 / 2, p95, p99, p99)));
  }

  /**
   * Points by load, throughput, p95 and p99, as in {@code "40 800 140 190"}; one with its load
   * alone had no answer.
   */
  public static List<Point> of(String... points) {
    return Stream.of(points)
        .map(point -> Stream.of(point.split(" ", -1)).mapToDouble(Double::valueOf).toArray())
        .map(it ->
            it.length == 1 ? failing(it[0], 0, 0, 0, TOTAL) : point(it[0], it[1], it[2], it[3]))
        .toList();
  }

  /** A point with that many failed requests. */
  public static Point failing(double load, double rps, double p95, double p99, int errors) {
    var latency =
        errors == TOTAL ? null : new Latency(TOTAL - errors, 1, p95 / 2, p95 / 2, p95, p99, p99);
    return new Point(load, measured(TOTAL, errors, rps, latency));
  }

  private static Measurement measured(
      int total, int errors, double rps, @Nullable Latency latency) {
    var elapsed =
        rps <= 0 ? Duration.ofSeconds(1) : Duration.ofNanos((long) (1e9 * (total - errors) / rps));
    return new Measurement(
        total,
        errors,
        elapsed,
        total,
        latency,
        errors == 0 ? List.of() : List.of(new Fault("it did not want to", errors)),
        null);
  }

  /** The seed's points with a cliff at 160. */
  public static List<Point> cliff() {
    return of("40 800 140 190", "80 820 260 390", "120 1060 309 373", "160 673 664 1042");
  }

  /** A real run that saturates little by little. */
  public static List<Point> gradual() {
    return of(
        "40 694 174 200",
        "80 760 273 320",
        "120 647 492 560",
        "160 628 702 800",
        "200 579 889 990");
  }
}

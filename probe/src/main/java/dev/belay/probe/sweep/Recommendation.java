package dev.belay.probe.sweep;

import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Recommended load, never one with an error.
 *
 * @param load clients, or requests per second; null without a recommendation
 * @param feasible all loads that meet the objective, rising
 */
public record Recommendation(@Nullable Double load, String reason, List<Double> feasible) {
  private static final Comparator<Point> BEST =
      Comparator.comparingDouble(Point::rps)
          .reversed()
          .thenComparingDouble(Point::p95)
          .thenComparingDouble(Point::p99)
          .thenComparingDouble(Point::load);

  public Recommendation {
    feasible = List.copyOf(feasible);
  }

  /** {@return the recommendation from these points} */
  public static Recommendation of(List<Point> points, Slo slo) {
    if (points.isEmpty()) {
      return none("no data points");
    }
    var feasible = points.stream().filter(slo::isKept).toList();
    if (!feasible.isEmpty()) {
      return new Recommendation(
          best(feasible),
          "selected highest-RPS point within SLO bounds",
          feasible.stream().map(Point::load).sorted().toList());
    }
    var whole = points.stream().filter(point -> point.errors() == 0 && point.total() > 0).toList();
    return whole.isEmpty()
        ? none("every point had errors; none is recommended")
        : new Recommendation(
            best(whole), "no point satisfied SLO; selected highest-RPS fallback", List.of());
  }

  private static double best(List<Point> points) {
    return points.stream().min(BEST).orElseThrow().load();
  }

  private static Recommendation none(String reason) {
    return new Recommendation(null, reason, List.of());
  }
}

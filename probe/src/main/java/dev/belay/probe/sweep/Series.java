package dev.belay.probe.sweep;

import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Results of one server for one request and mode, under rising loads.
 *
 * @param request such as {@code tools/list}
 */
public record Series(String target, String request, Mode mode, List<Figures> points) {
  public Series {
    points = points.stream().sorted(Comparator.comparingDouble(Figures::load)).toList();
  }

  /** {@return whether both have the same server, request and mode} */
  public boolean isComparable(Series other) {
    return target.equals(other.target) && request.equals(other.request) && mode == other.mode;
  }

  /** {@return the figures of that load; null if it was not measured} */
  public @Nullable Figures at(double load) {
    for (var point : points) {
      if (point.load() == load) {
        return point;
      }
    }
    return null;
  }

  /** {@return this series, moved towards a newer run by {@code alpha}, with its new loads} */
  public Series towards(Series newer, double alpha) {
    var merged = new ArrayList<Figures>();
    for (var point : points) {
      var again = newer.at(point.load());
      merged.add(again == null ? point : point.towards(again, alpha));
    }
    newer.points.stream().filter(point -> at(point.load()) == null).forEach(merged::add);
    return new Series(target, request, mode, merged);
  }

  /** {@return this series without loads with errors, which are no reference} */
  public Series withoutErrors() {
    return new Series(
        target, request, mode, points.stream().filter(point -> point.errors() == 0).toList());
  }

  /** {@return the regressions of a newer run, for loads that met the objective here} */
  public List<Regression> regressions(Series newer, Tolerance tolerance, Slo slo) {
    var found = new ArrayList<Regression>();
    for (var now : newer.points) {
      var before = at(now.load());
      if (before != null && slo.isKept(before.p95Ms(), before.p99Ms())) {
        compare(now, before, tolerance, found);
      }
    }
    return found;
  }

  private static void compare(
      Figures now, Figures before, Tolerance tolerance, List<Regression> found) {
    double load = now.load();
    if (now.errors() > before.errors()) {
      found.add(new Regression(load, "errors", now.errors(), before.errors(), before.errors()));
    }
    if (now.rps() < tolerance.least(before.rps())) {
      found.add(
          new Regression(load, "rps", now.rps(), before.rps(), tolerance.least(before.rps())));
    }
    if (Double.isFinite(now.p95Ms())) {
      latency(load, "p95_ms", now.p95Ms(), before.p95Ms(), tolerance, found);
      latency(load, "p99_ms", now.p99Ms(), before.p99Ms(), tolerance, found);
    }
  }

  private static void latency(
      double load,
      String figure,
      double now,
      double before,
      Tolerance tolerance,
      List<Regression> found) {
    if (now > tolerance.most(before)) {
      found.add(new Regression(load, figure, now, before, tolerance.most(before)));
    }
  }

  /**
   * Figures of an earlier run under one load.
   *
   * @param p95Ms infinite without an answer, like {@code p99Ms}
   */
  public record Figures(double load, int errors, double rps, double p95Ms, double p99Ms) {
    /** {@return the figures of a point} */
    public static Figures of(Point point) {
      return new Figures(point.load(), point.errors(), point.rps(), point.p95(), point.p99());
    }

    /** {@return these figures, moved towards a newer run by {@code alpha}, between 0 and 1} */
    Figures towards(Figures newer, double alpha) {
      return new Figures(
          load,
          newer.errors,
          moved(rps, newer.rps, alpha),
          moved(p95Ms, newer.p95Ms, alpha),
          moved(p99Ms, newer.p99Ms, alpha));
    }

    private static double moved(double from, double to, double alpha) {
      return from + alpha * (to - from);
    }
  }

  /**
   * One figure beyond its tolerance.
   *
   * @param figure {@code rps}, {@code p95_ms}, {@code p99_ms} or {@code errors}
   * @param threshold the worst value within the tolerance
   */
  public record Regression(
      double load, String figure, double observed, double before, double threshold) {}

  /**
   * Tolerance of a comparison: the more lenient of its two bounds counts.
   *
   * @param factor of the former figure
   * @param deltaMs added to the former figure, in milliseconds
   */
  public record Tolerance(double factor, double deltaMs) {
    /** The default. */
    public static final Tolerance DEFAULT = new Tolerance(2.0, 40);

    /** {@return the greatest latency within the tolerance} */
    double most(double ms) {
      return Math.max(ms * factor, ms + deltaMs);
    }

    /** {@return the least throughput within the tolerance} */
    double least(double rps) {
      return rps / factor;
    }
  }
}

package dev.belay.probe.sweep;

import dev.belay.probe.sweep.SweepPlan.Mode;
import dev.belay.probe.sweep.SweepPlan.Slo;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one server did before, asked the same in the same mode, under rising loads.
 *
 * @param request what was asked, such as {@code tools/list}
 */
public record Series(String target, String request, Mode mode, List<Figures> points) {
  public Series {
    points = points.stream().sorted(Comparator.comparingDouble(Figures::load)).toList();
  }

  /** {@return whether the two are about the same thing} */
  public boolean isComparable(Series other) {
    return target.equals(other.target) && request.equals(other.request) && mode == other.mode;
  }

  /** {@return what it did under that load; null if that was not tried} */
  public @Nullable Figures at(double load) {
    for (var point : points) {
      if (point.load() == load) {
        return point;
      }
    }
    return null;
  }

  /** {@return this, moved towards a newer run by {@code alpha}, with its new loads} */
  public Series towards(Series newer, double alpha) {
    var merged = new ArrayList<Figures>();
    for (var point : points) {
      var again = newer.at(point.load());
      merged.add(again == null ? point : point.towards(again, alpha));
    }
    newer.points.stream().filter(point -> at(point.load()) == null).forEach(merged::add);
    return new Series(target, request, mode, merged);
  }

  /** {@return this without the loads at which something failed: they are nothing to go by} */
  public Series withoutErrors() {
    return new Series(
        target, request, mode, points.stream().filter(point -> point.errors() == 0).toList());
  }

  /** {@return what is worse than this in a newer run, for loads that kept the objective here} */
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
   * What a server did under one load, at another time.
   *
   * @param p95Ms infinite if nothing was answered, as {@code p99Ms}
   */
  public record Figures(double load, int errors, double rps, double p95Ms, double p99Ms) {
    /** {@return what a point came to} */
    public static Figures of(Point point) {
      return new Figures(point.load(), point.errors(), point.rps(), point.p95(), point.p99());
    }

    /** {@return this, moved towards a newer run by {@code alpha}, between 0 and 1} */
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
   * One figure that is worse than it may be.
   *
   * @param figure {@code rps}, {@code p95_ms}, {@code p99_ms} or {@code errors}
   * @param threshold the worst that would have been good
   */
  public record Regression(
      double load, String figure, double observed, double before, double threshold) {}

  /**
   * How much worse than before is still as good as before: the milder of the two counts.
   *
   * @param factor of the former figure
   * @param deltaMs more than the former figure, in milliseconds
   */
  public record Tolerance(double factor, double deltaMs) {
    /** What holds unless said otherwise. */
    public static final Tolerance DEFAULT = new Tolerance(2.0, 40);

    /** {@return up to where a latency is as good as it was} */
    double most(double ms) {
      return Math.max(ms * factor, ms + deltaMs);
    }

    /** {@return down to where a throughput is as good as it was} */
    double least(double rps) {
      return rps / factor;
    }
  }
}

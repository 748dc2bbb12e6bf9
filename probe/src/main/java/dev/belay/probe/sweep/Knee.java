package dev.belay.probe.sweep;

import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where a server is full: the first point that is worse than the one before it, not the last good
 * one.
 *
 * @param rule which rule says so; the gradual one is asked only where the other is silent
 */
public record Knee(double load, KneeRule rule) {
  private static final double CLIFF_P95 = 1.8;
  private static final double CLIFF_RPS = 0.8;

  /** What part of the added load must come back as throughput. */
  private static final double LEAST_GAIN = 0.05;

  /** Less is noise. */
  private static final double GRADUAL_P95 = 1.1;

  /** {@return the knee of these points, whatever their order; null if none shows} */
  public static @Nullable Knee of(List<Point> points) {
    var rising = points.stream().sorted(Comparator.comparingDouble(Point::load)).toList();
    for (int i = 1; i < rising.size(); i++) {
      if (isCliff(rising.get(i - 1), rising.get(i))) {
        return new Knee(rising.get(i).load(), KneeRule.CLIFF);
      }
    }
    for (int i = 1; i < rising.size(); i++) {
      if (isGradual(rising.get(i - 1), rising.subList(i, rising.size()))) {
        return new Knee(rising.get(i).load(), KneeRule.GRADUAL);
      }
    }
    return null;
  }

  private static boolean isCliff(Point before, Point here) {
    return isUsable(before)
        && here.p95() / before.p95() >= CLIFF_P95
        && here.rps() / before.rps() <= CLIFF_RPS;
  }

  private static boolean isGradual(Point before, List<Point> after) {
    return isUsable(before)
        && after.getFirst().p95() / before.p95() >= GRADUAL_P95
        && after.stream().allMatch(later -> gain(before, later) < LEAST_GAIN);
  }

  /** {@return the part of the load added since {@code before} that came back as throughput} */
  private static double gain(Point before, Point later) {
    double throughput = later.rps() / before.rps() - 1;
    double load = later.load() / before.load() - 1;
    return throughput / load;
  }

  private static boolean isUsable(Point before) {
    return before.p95() > 0 && Double.isFinite(before.p95()) && before.rps() > 0;
  }
}

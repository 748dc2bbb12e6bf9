package dev.belay.probe.sweep;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Saturation of a server: the first point that is worse than its predecessor, and after which
 * throughput does not recover.
 *
 * @param rule that found it; the gradual one applies only without a cliff
 */
public record Knee(double load, Rule rule) {
  private static final double CLIFF_P95 = 1.8;
  private static final double CLIFF_RPS = 0.8;

  /** The least share of added load that must become throughput. */
  private static final double LEAST_GAIN = 0.05;

  /** A smaller rise is noise. */
  private static final double GRADUAL_P95 = 1.1;

  /** {@return the knee of these points, in any order; null if there is none} */
  public static @Nullable Knee of(List<Point> points) {
    var rising = points.stream().sorted(Comparator.comparingDouble(Point::load)).toList();
    for (var rule : Rule.values()) {
      for (int i = 1; i < rising.size(); i++) {
        if (isKnee(rule, rising.get(i - 1), rising.subList(i, rising.size()))) {
          return new Knee(rising.get(i).load(), rule);
        }
      }
    }
    return null;
  }

  private static boolean isKnee(Rule rule, Point before, List<Point> after) {
    if (before.rps() <= 0 || before.p95() <= 0 || !Double.isFinite(before.p95())) {
      return false;
    }
    var here = after.getFirst();
    double slower = here.p95() / before.p95();
    boolean isWorse =
        switch (rule) {
          case CLIFF -> slower >= CLIFF_P95 && here.rps() / before.rps() <= CLIFF_RPS;
          case GRADUAL -> slower >= GRADUAL_P95;
        };
    // A server with more throughput under more load had paused, and was not saturated.
    return isWorse && after.stream().allMatch(later -> gain(before, later) < LEAST_GAIN);
  }

  /** {@return the share of the load added since {@code before} that became throughput} */
  private static double gain(Point before, Point later) {
    double throughput = later.rps() / before.rps() - 1;
    double load = later.load() / before.load() - 1;
    return throughput / load;
  }

  /** Two signs of saturation. */
  public enum Rule {
    /**
     * At one point p95 is 1.8 times as long while throughput falls by a fifth, and does not
     * recover.
     */
    CLIFF("p95 rose to 1.8 times or more while throughput fell by a fifth or more, for good"),
    /** More load brings almost no throughput, at later points too, while p95 rises. */
    GRADUAL("throughput grew by less than 5 % of the added load, from there on, while p95 rose");

    private final String text;

    Rule(String text) {
      this.text = text;
    }

    /** {@return a description for people} */
    public String text() {
      return text;
    }

    /** {@return its name in JSON} */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

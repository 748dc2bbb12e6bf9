package dev.belay.probe.sweep;

/** How slow the slowest twentieth and hundredth may be, in milliseconds. */
public record Slo(double p95Ms, double p99Ms) {
  /** What holds unless said otherwise (S4-26). */
  public static final Slo DEFAULT = new Slo(400, 800);

  /** {@return whether a point keeps it, without a single error} */
  public boolean isKept(Point point) {
    return point.errors() == 0 && point.total() > 0 && isKept(point.p95(), point.p99());
  }

  /** {@return whether these figures keep it; the bounds themselves do} */
  public boolean isKept(double p95, double p99) {
    return p95 <= p95Ms && p99 <= p99Ms;
  }
}

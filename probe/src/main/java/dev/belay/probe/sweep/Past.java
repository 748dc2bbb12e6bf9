package dev.belay.probe.sweep;

/**
 * What a server did under one load, at another time.
 *
 * @param p95Ms infinite if nothing was answered, as {@code p99Ms}
 */
public record Past(double load, int errors, double rps, double p95Ms, double p99Ms) {
  /** {@return what a point came to} */
  public static Past of(Point point) {
    return new Past(point.load(), point.errors(), point.rps(), point.p95(), point.p99());
  }

  /** {@return this, moved towards a newer run by {@code alpha}, between 0 and 1} */
  Past towards(Past newer, double alpha) {
    return new Past(
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

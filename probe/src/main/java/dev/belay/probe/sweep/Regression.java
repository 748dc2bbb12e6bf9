package dev.belay.probe.sweep;

/**
 * One figure that is worse than it may be.
 *
 * @param figure {@code rps}, {@code p95_ms}, {@code p99_ms} or {@code errors}
 * @param threshold the worst that would have been good
 */
public record Regression(
    double load, String figure, double observed, double before, double threshold) {}

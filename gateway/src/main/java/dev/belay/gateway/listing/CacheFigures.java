package dev.belay.gateway.listing;

/**
 * What a {@link ListCache} has done so far (S4-13, S4-21).
 *
 * @param hits requests that cost no build: served from the cache, or by a build that another began
 * @param misses requests that began a build, or waited for one that failed
 * @param refreshes builds whose list went into the cache
 * @param builds builds that gave a list
 * @param buildFailures builds that gave none
 * @param buildNanos time that all builds took together, failed ones too
 * @param longestBuildNanos time that the longest build took
 */
public record CacheFigures(
    long hits,
    long misses,
    long refreshes,
    long builds,
    long buildFailures,
    long buildNanos,
    long longestBuildNanos) {
  private static final double NANOS_PER_MS = 1_000_000;

  /** {@return those of a cache that has done nothing} */
  public static CacheFigures none() {
    return new CacheFigures(0, 0, 0, 0, 0, 0, 0);
  }

  /** {@return how many requests have been answered} */
  public long requests() {
    return hits + misses;
  }

  /** {@return the share of hits among all requests, from 0 to 100; 0 before the first} */
  public double hitRatePct() {
    return requests() == 0 ? 0 : 100.0 * hits / requests();
  }

  /** {@return what a build takes on average} */
  public double averageBuildMs() {
    var all = builds + buildFailures;
    return all == 0 ? 0 : buildNanos / NANOS_PER_MS / all;
  }

  /** {@return what the longest build took} */
  public double longestBuildMs() {
    return longestBuildNanos / NANOS_PER_MS;
  }

  CacheFigures withHits(long more) {
    return new CacheFigures(
        hits + more, misses, refreshes, builds, buildFailures, buildNanos, longestBuildNanos);
  }

  /** {@return these after a build that {@code waiters} others waited for} */
  CacheFigures withBuild(boolean worked, boolean kept, long waiters, long nanos) {
    return new CacheFigures(
        hits + (worked ? waiters : 0),
        misses + 1 + (worked ? 0 : waiters),
        refreshes + (kept ? 1 : 0),
        builds + (worked ? 1 : 0),
        buildFailures + (worked ? 0 : 1),
        buildNanos + nanos,
        Math.max(longestBuildNanos, nanos));
  }
}

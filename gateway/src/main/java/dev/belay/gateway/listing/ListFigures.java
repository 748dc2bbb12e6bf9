package dev.belay.gateway.listing;

import java.util.Map;

/**
 * Figures of the lists of tools.
 *
 * @param tools the number of tools in the list that was built last
 * @param held the tools held back, by server; a server without any is absent
 */
public record ListFigures(int tools, Cache cache, Gate gate, Map<String, Held> held) {
  public ListFigures {
    held = Map.copyOf(held);
  }

  /** {@return the figures of a gateway without lists} */
  public static ListFigures none() {
    return new ListFigures(0, Cache.none(), new Gate(0, 0, 0, 0, 0, 0, 0), Map.of());
  }

  /** {@return how many tools of that server are held back} */
  public Held held(String server) {
    return held.getOrDefault(server, Held.NONE);
  }

  /**
   * The tools of one server that are held back since their definitions have changed.
   *
   * @param waiting for a person to accept them ({@code on_change: ask})
   * @param refused without asking a person ({@code on_change: refuse})
   */
  public record Held(int waiting, int refused) {
    /** No tool is held back. */
    public static final Held NONE = new Held(0, 0);
  }

  /**
   * Figures of a {@link ListCache} (S4-13, S4-21).
   *
   * @param hits requests without a build of their own: served from the cache, or by another
   *     request's build
   * @param misses requests that began a build, or waited for one that failed
   * @param refreshes builds whose list was cached
   * @param builds successful builds
   * @param buildFailures failed builds
   * @param buildNanos total time of all builds, failed ones included
   * @param longestBuildNanos time of the longest build
   */
  public record Cache(
      long hits,
      long misses,
      long refreshes,
      long builds,
      long buildFailures,
      long buildNanos,
      long longestBuildNanos) {
    private static final double NANOS_PER_MS = 1_000_000;

    /** {@return the figures of an unused cache} */
    public static Cache none() {
      return new Cache(0, 0, 0, 0, 0, 0, 0);
    }

    /** {@return how many requests have been answered} */
    public long requests() {
      return hits + misses;
    }

    /** {@return the share of hits among all requests, from 0 to 100; 0 before the first} */
    public double hitRatePct() {
      return requests() == 0 ? 0 : 100.0 * hits / requests();
    }

    /** {@return the average time of a build} */
    public double averageBuildMs() {
      var all = builds + buildFailures;
      return all == 0 ? 0 : buildNanos / NANOS_PER_MS / all;
    }

    /** {@return the time of the longest build} */
    public double longestBuildMs() {
      return longestBuildNanos / NANOS_PER_MS;
    }

    Cache withHits(long more) {
      return new Cache(
          hits + more, misses, refreshes, builds, buildFailures, buildNanos, longestBuildNanos);
    }

    /** {@return these figures after a build with {@code waiters} further waiters} */
    Cache withBuild(boolean worked, boolean kept, long waiters, long nanos) {
      return new Cache(
          hits + (worked ? waiters : 0),
          misses + 1 + (worked ? 0 : waiters),
          refreshes + (kept ? 1 : 0),
          builds + (worked ? 1 : 0),
          buildFailures + (worked ? 0 : 1),
          buildNanos + nanos,
          Math.max(longestBuildNanos, nanos));
    }
  }

  /**
   * Occupancy of a {@link ListGate}.
   *
   * @param inFlight admitted requests that are not over
   * @param peakInFlight the highest number of them so far
   * @param maxInFlight their limit
   * @param waiting requests in the queue
   * @param peakWaiting the highest number of them so far
   * @param admitted all requests admitted so far
   * @param refused all requests refused so far
   */
  public record Gate(
      int inFlight,
      int peakInFlight,
      int maxInFlight,
      int waiting,
      int peakWaiting,
      long admitted,
      long refused) {}
}

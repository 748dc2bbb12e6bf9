package dev.belay.gateway.listing;

import java.util.Map;

/**
 * What has become of lists of tools so far, and of the tools on them.
 *
 * @param tools in the list as it was built last
 * @param held by server; one that is not in it holds nothing back
 */
public record ListFigures(int tools, Cache cache, Gate gate, Map<String, Held> held) {
  public ListFigures {
    held = Map.copyOf(held);
  }

  /** {@return those of a gateway that keeps no lists} */
  public static ListFigures none() {
    return new ListFigures(0, Cache.none(), new Gate(0, 0, 0, 0, 0, 0, 0), Map.of());
  }

  /** {@return how many tools of that server are held back} */
  public Held held(String server) {
    return held.getOrDefault(server, Held.NONE);
  }

  /**
   * How many tools of one server are held back, since their definitions have changed.
   *
   * @param waiting for a person to accept them ({@code on_change: ask})
   * @param refused without asking a person ({@code on_change: refuse})
   */
  public record Held(int waiting, int refused) {
    /** Nothing is held back. */
    public static final Held NONE = new Held(0, 0);
  }

  /**
   * What a {@link ListCache} has done so far (S4-13, S4-21).
   *
   * @param hits requests that cost no build: served from the cache, or by a build that another
   *     began
   * @param misses requests that began a build, or waited for one that failed
   * @param refreshes builds whose list went into the cache
   * @param builds builds that gave a list
   * @param buildFailures builds that gave none
   * @param buildNanos time that all builds took together, failed ones too
   * @param longestBuildNanos time that the longest build took
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

    /** {@return those of a cache that has done nothing} */
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

    /** {@return what a build takes on average} */
    public double averageBuildMs() {
      var all = builds + buildFailures;
      return all == 0 ? 0 : buildNanos / NANOS_PER_MS / all;
    }

    /** {@return what the longest build took} */
    public double longestBuildMs() {
      return longestBuildNanos / NANOS_PER_MS;
    }

    Cache withHits(long more) {
      return new Cache(
          hits + more, misses, refreshes, builds, buildFailures, buildNanos, longestBuildNanos);
    }

    /** {@return these after a build that {@code waiters} others waited for} */
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
   * How full a {@link ListGate} is, and has been.
   *
   * @param inFlight requests that are inside
   * @param peakInFlight most that were inside at once
   * @param maxInFlight most that may be
   * @param waiting requests that wait outside
   * @param peakWaiting most that waited at once
   * @param admitted requests that got in
   * @param refused requests that did not
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

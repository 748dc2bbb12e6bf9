package dev.belay.observe.health;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Most recent latencies of one endpoint.
 *
 * <p>Concurrency: {@code lock} guards all fields, for the time of one array access; figures are
 * sorted outside it.
 */
final class EndpointWindow {
  /** The number of latencies kept. */
  static final int LATENCIES = 1_024;

  private final String endpoint;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private long[] nanos = new long[32];

  @GuardedBy("lock") private long requests;

  @GuardedBy("lock") private long errors;

  @GuardedBy("lock") private int inFlight;

  @GuardedBy("lock") private int maxInFlight;

  EndpointWindow(String endpoint) {
    this.endpoint = endpoint;
  }

  void begin() {
    lock.lock();
    try {
      inFlight++;
      maxInFlight = Math.max(maxInFlight, inFlight);
    } finally {
      lock.unlock();
    }
  }

  void end(long took, boolean isError) {
    lock.lock();
    try {
      if (requests == nanos.length && nanos.length < LATENCIES) {
        nanos = Arrays.copyOf(nanos, nanos.length * 2);
      }
      nanos[(int) (requests % nanos.length)] = took;
      requests++;
      inFlight--;
      if (isError) {
        errors++;
      }
    } finally {
      lock.unlock();
    }
  }

  EndpointFigures figures() {
    long[] kept;
    EndpointFigures bare;
    lock.lock();
    try {
      kept = Arrays.copyOf(nanos, (int) Math.min(requests, nanos.length));
      bare = new EndpointFigures(endpoint, requests, errors, inFlight, maxInFlight, 0, 0);
    } finally {
      lock.unlock();
    }
    Arrays.sort(kept);
    return new EndpointFigures(
        bare.endpoint(),
        bare.requests(),
        bare.errors(),
        bare.inFlight(),
        bare.maxInFlight(),
        percentileMs(kept, 95),
        percentileMs(kept, 99));
  }

  /** By true nearest rank: the least value not exceeded by at least {@code percent} of 100. */
  private static double percentileMs(long[] sorted, int percent) {
    if (sorted.length == 0) {
      return 0;
    }
    int rank = Math.ceilDiv(sorted.length * percent, 100);
    return sorted[rank - 1] / 1e6;
  }
}

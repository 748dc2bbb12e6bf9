package dev.belay.probe.sweep;

import dev.belay.probe.peer.ConnectionLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Plan of a sweep.
 *
 * @param loads one point each, rising
 * @param total requests per point
 * @param warmupCalls of each client before each point, not measured
 * @param timeout for each answer
 * @param maxInFlight the most requests in progress in open mode
 */
public record SweepPlan(
    Mode mode,
    List<Double> loads,
    int total,
    int warmupCalls,
    Duration timeout,
    int maxInFlight,
    Slo slo) {
  /** Enough to open the connections that an open loop needs at first. */
  private static final int WARMUP_CLIENTS = 8;

  public SweepPlan {
    loads = List.copyOf(loads);
  }

  /** {@return the client's limits for the largest load (S4-27)} */
  public ConnectionLimits limits() {
    return ConnectionLimits.of(
        mode == Mode.OPEN
            ? maxInFlight
            : (int) loads.stream().mapToDouble(Double::doubleValue).max().orElse(1));
  }

  /** {@return the number of clients that warm up for a load} */
  int warmupClients(double load) {
    return mode == Mode.OPEN ? WARMUP_CLIENTS : (int) load;
  }

  /** The quantity raised from point to point. */
  public enum Mode {
    /** The number of clients, each of which waits for its answer before its next request. */
    CLOSED("concurrency", "Concurrency"),
    /** The number of requests per second, whatever their outcome. */
    OPEN("rate", "Rate (1/s)");

    private final String key;
    private final String title;

    Mode(String key, String title) {
      this.key = key;
      this.title = title;
    }

    /** {@return the name of the load in JSON} */
    public String key() {
      return key;
    }

    /** {@return the title of the load's column} */
    public String title() {
      return title;
    }

    /** {@return its name in JSON} */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Objective for the 95th and 99th percentile of latency, in milliseconds. */
  public record Slo(double p95Ms, double p99Ms) {
    /** The default (S4-26). */
    public static final Slo DEFAULT = new Slo(400, 800);

    /** {@return whether a point meets it, without a single error} */
    public boolean isKept(Point point) {
      return point.errors() == 0 && point.total() > 0 && isKept(point.p95(), point.p99());
    }

    /** {@return whether these figures meet it, bounds included} */
    public boolean isKept(double p95, double p99) {
      return p95 <= p95Ms && p99 <= p99Ms;
    }
  }
}

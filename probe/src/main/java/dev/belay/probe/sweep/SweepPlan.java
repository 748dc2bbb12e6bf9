package dev.belay.probe.sweep;

import dev.belay.probe.peer.ConnectionLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What a sweep does.
 *
 * @param loads one point each, rising
 * @param total requests of each point
 * @param warmupCalls of each client before each point, which are not measured
 * @param timeout for each answer
 * @param maxInFlight how many requests may be under way in open mode
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

  /** {@return what the client needs for the largest load (S4-27)} */
  public ConnectionLimits limits() {
    return ConnectionLimits.of(
        mode == Mode.OPEN
            ? maxInFlight
            : (int) loads.stream().mapToDouble(Double::doubleValue).max().orElse(1));
  }

  /** {@return how many clients warm up for a load} */
  int warmupClients(double load) {
    return mode == Mode.OPEN ? WARMUP_CLIENTS : (int) load;
  }

  /** What is raised from point to point. */
  public enum Mode {
    /** A number of clients, each of which waits for its answer before it asks anew. */
    CLOSED("concurrency", "Concurrency"),
    /** A number of requests a second, whatever becomes of them. */
    OPEN("rate", "Rate (1/s)");

    private final String key;
    private final String title;

    Mode(String key, String title) {
      this.key = key;
      this.title = title;
    }

    /** {@return what the load is called in JSON} */
    public String key() {
      return key;
    }

    /** {@return what the load is called over a column} */
    public String title() {
      return title;
    }

    /** {@return its name in JSON} */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

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
}

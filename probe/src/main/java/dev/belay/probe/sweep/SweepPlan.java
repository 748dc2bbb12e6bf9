package dev.belay.probe.sweep;

import dev.belay.probe.peer.ConnectionLimits;
import java.time.Duration;
import java.util.List;

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
}

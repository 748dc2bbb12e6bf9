package dev.belay.observe.health;

import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Load of the gateway as one line of the log, the busiest endpoints first (S4-18). */
public record PressureLine(Endpoints endpoints) implements Supplier<String> {
  private static final int TOP = 4;

  @Override
  public String get() {
    var summary = endpoints.summary(TOP);
    return String.format(
        Locale.ROOT,
        "[MCP] request pressure total_req=%d total_err=%d in_flight=%d max_in_flight=%d"
            + " endpoints=[%s]",
        summary.requests(),
        summary.errors(),
        summary.inFlight(),
        summary.maxInFlight(),
        summary.top().stream().map(PressureLine::endpoint).collect(Collectors.joining("; ")));
  }

  private static String endpoint(EndpointFigures figures) {
    return String.format(
        Locale.ROOT,
        "%s requests_total=%d errors_total=%d in_flight=%d max_in_flight=%d"
            + " latency_p95_ms=%.2f latency_p99_ms=%.2f",
        figures.endpoint(),
        figures.requests(),
        figures.errors(),
        figures.inFlight(),
        figures.maxInFlight(),
        figures.p95Ms(),
        figures.p99Ms());
  }
}

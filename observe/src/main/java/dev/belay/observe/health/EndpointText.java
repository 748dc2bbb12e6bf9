package dev.belay.observe.health;

import dev.belay.mcp.envelope.JsonText;

/** Writes the figures of endpoints for the health report. */
final class EndpointText {
  private EndpointText() {}

  static JsonText summary(Endpoints.Summary summary) {
    return new JsonText()
        .number("total_requests", summary.requests())
        .number("total_errors", summary.errors())
        .number("in_flight", summary.inFlight())
        .number("max_in_flight", summary.maxInFlight())
        .objects("top_endpoints", summary.top().stream().map(EndpointText::endpoint).toList());
  }

  private static JsonText endpoint(EndpointFigures figures) {
    return new JsonText()
        .text("endpoint", figures.endpoint())
        .number("requests", figures.requests())
        .number("errors", figures.errors())
        .number("in_flight", figures.inFlight())
        .number("max_in_flight", figures.maxInFlight())
        .number("p95_ms", Rounded.to(figures.p95Ms(), 2))
        .number("p99_ms", Rounded.to(figures.p99Ms(), 2));
  }
}
